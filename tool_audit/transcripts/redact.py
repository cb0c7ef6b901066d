"""Secrets by their looks: what no output may hold, even where arguments are shown."""

from typing import Final

from tool_audit import lazy_re

MASK: Final = "***"
_SECRETS: Final = (
    # keys that name their maker: `sk-`, `ghp_`, `xoxb-`, `AKIA...`, `AIza...`, `glpat-` and their kin
    lazy_re.compile(
        r"\b(?:sk|pk|rk)[-_](?:[A-Za-z0-9]+[-_])*[A-Za-z0-9]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}"
        r"|\bglpat-[\w-]{16,}|\bxox[abposr]-[\w-]{10,}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}"
        r"|\bnpm_[A-Za-z0-9]{30,}|\bpypi-[\w-]{30,}|\bhf_[A-Za-z0-9]{30,}|\bdop_v1_[a-f0-9]{40,}|\bSG\.[\w-]{16,}\.[\w-]{16,}"
    ),
    lazy_re.compile(r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*"),  # a JSON web token
    lazy_re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"),
)
_BEHIND: Final = (
    lazy_re.compile(r"((?i:bearer|basic)\s+)[\w.~+/=-]{8,}"),
    lazy_re.compile(r"(://[^\s/:@\"']*:)[^\s/@\"']+(?=@)"),
    lazy_re.compile(
        r"((?i:password|passwd|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|auth(?:orization)?)"
        r"[\w-]*[\"']?\s*[:=]\s*[\"']?)(?!\*\*\*)[^\s\"',;&}]{4,}"
    ),
)


def redacted(text: str) -> str:
    """Return the text, what looks like a secret masked: keys of known makers, tokens, passwords in URLs and pairs."""
    for pattern in _SECRETS:
        text = pattern.sub(MASK, text)
    for pattern in _BEHIND:
        text = pattern.sub(rf"\g<1>{MASK}", text)
    return text

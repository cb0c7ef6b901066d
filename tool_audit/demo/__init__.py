"""The bundled `bank` server: a memory bank in Korean whose replies have the flaws that this program looks for.

`python -m tool_audit.demo.server` speaks MCP over stdio, needs the standard library alone, and answers the same on
every machine.
"""

from collections.abc import Mapping
from typing import Final

FIVE_REQUESTS: Final[tuple[tuple[str, Mapping[str, object]], ...]] = (
    ("recall", {"query": "결제", "max_tokens": 1024}),
    ("recall", {"query": "인증서 만료", "max_tokens": 768}),
    ("list_memories", {"limit": 5}),
    ("list_memories", {"tag": "인증", "limit": 15}),
    ("list_mental_models", {"detail": "summary"}),
)
"""Tool and arguments of five usual requests: 267,268 characters as sent, 120,514 as compact UTF-8 JSON."""

"""How findings about real traffic speak: of tools, and of shares with what chance alone would make of them."""

from tool_audit.model.spread import Rate


def share_of(rate: Rate) -> str:
    """Return a share with its interval: "12 of 80 (15 %; 95 % interval 9 to 24 %)"."""
    share, interval = rate.share, rate.interval
    if share is None or interval is None:
        return "none of 0"
    low, high = interval
    between = f"{low * 100:.0f} to {high * 100:.0f} %"
    return f"{rate.count:,} of {rate.n:,} ({share * 100:.0f} %; 95 % interval {between})"

"""What a tool's name and description say that calling it does: reads, writes, or neither for sure."""

from tool_audit.effects.telling import described_effect
from tool_audit.effects.verbs import Effect, verb_of

__all__ = ["Effect", "described_effect", "verb_of"]

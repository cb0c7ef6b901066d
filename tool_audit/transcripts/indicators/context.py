"""What filled the contexts of the sessions: prompts, the model's own words, the arguments of calls, replies."""

from collections.abc import Mapping

from tool_audit.measure.tokens import TokenCounter
from tool_audit.model.indicators import Context, Ending
from tool_audit.transcripts.seen import Key, Seen


class Contexts:
    """All sessions together; in tokens where there is a counter, else in characters."""

    def __init__(self, counter: TokenCounter | None) -> None:
        self._counter = counter
        self._prompts = self._model = self._arguments = 0
        self._replies: dict[Key, int] = {}

    def prompt(self, text: str) -> None:
        """Take what the model was told."""
        self._prompts += self._size(text)

    def wrote(self, text: str) -> None:
        """Take what the model wrote or thought."""
        self._model += self._size(text)

    def call(self, call: Seen) -> None:
        """Take one call."""
        self._arguments += self._size(call.sent)
        if call.ending is Ending.TOO_LARGE:
            return  # what the model got in its place is a note
        size = call.chars if self._counter is None else call.tokens
        self._replies[call.key] = self._replies.get(call.key, 0) + (size or 0)

    def result(self) -> Context:
        """Return the sums."""
        return Context(
            prompts=self._prompts,
            model=self._model,
            arguments=self._arguments,
            replies=sum(self._replies.values()),
        )

    def shares(self) -> Mapping[Key, float]:
        """Return the share of all that the replies of each tool take; none of nothing."""
        total = self.result().total
        return {key: size / total for key, size in self._replies.items()} if total else {}

    def _size(self, text: str) -> int:
        return len(text) if self._counter is None or not text else self._counter.count(text)

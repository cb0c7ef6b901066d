"""The two ends that a relay stands between: whole messages in, whole messages out, whatever carries them."""

from typing import Protocol


class Client(Protocol):
    """Whoever calls."""

    async def receive(self) -> bytes | None:
        """Return the next message; None when the client is gone."""

    async def send(self, message: bytes) -> None:
        """Hand over one message. Raises anyio.BrokenResourceError where nobody takes it any more."""


class Server(Protocol):
    """Whoever is called."""

    async def receive(self) -> bytes | None:
        """Return the next message, b"" for one that was too long to be held; None when the server is gone."""

    async def send(self, message: bytes) -> None:
        """Hand over one message. Raises anyio.BrokenResourceError where the server is gone."""

    async def ending(self) -> str:
        """Return how it ended, as the end of "The server ..."."""

    async def stop(self) -> None:
        """End it, and all that it started."""

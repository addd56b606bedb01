"""The one client that asks servers of models: what it sends along, and how much it reads.

pydantic-ai's own follows redirects, reads without end and sends the key that it was made with. This
one follows none, stops at a bound, and signs each request for the host it goes to, with a key that
is read then and kept nowhere. Connections are not kept either: a model takes seconds, a connection
a moment, and one that was left open is what a server hangs up on.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final

import httpx2

from rashomon.models.address import Address, Keys
from rashomon.models.language.raised import TooLong

BYTES: Final = 4 * 1024 * 1024
"""How much of one reply is read: 10,000 tokens, streamed one by one, take three megabytes."""

CONNECT: Final = 5.0
"""Seconds to wait for a connection: a machine that is there answers in far less."""


class _Bounded(httpx2.AsyncByteStream):
    """A body that is read up to a bound and no further."""

    def __init__(self, inner: httpx2.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        read = 0
        async for chunk in self._inner:
            read += len(chunk)
            if read > BYTES:
                raise TooLong
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()


async def _bound(response: Any) -> None:
    """Bound what a response may bring. A packed one, not asked for, could be any size unpacked."""
    if response.headers.get("content-encoding", "identity") != "identity":
        raise TooLong
    response.stream = _Bounded(response.stream)


async def _plain(request: Any) -> None:
    request.headers["Accept-Encoding"] = "identity"


def make_client(address: Address | None = None, keys: Keys | None = None) -> httpx2.AsyncClient:
    """A client for one event loop; with an address, it signs for that host and for no other."""

    async def sign(request: Any) -> None:
        if address is None or keys is None:
            return
        request.headers.pop("Authorization", None)
        if request.url.host.strip("[]") == address.host:
            request.headers.update(address.headers(keys))

    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(None, connect=CONNECT),
        follow_redirects=False,
        limits=httpx2.Limits(max_keepalive_connections=0),
        event_hooks={"request": [_plain, sign], "response": [_bound]},
    )

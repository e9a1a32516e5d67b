"""The clients: Porchlight waits for responses, AsyncPorchlight is for asyncio."""

from __future__ import annotations

import ssl
from types import TracebackType
from typing import Any, AsyncIterator, Callable, Iterator, Optional, Tuple, Type, Union

import httpx

from ._generated.resources import AsyncResources, Resources
from ._stream import OnPosition, StreamedEvent, stream_events, stream_events_async
from ._transport import AsyncSend, Send, Settings, System

SystemOrPair = Union[System, Tuple[str, str]]


def _settings(
    base_url: str, api_key: Optional[str], access_token: Any, system: Optional[SystemOrPair], timeout: float, retries: int, longest_wait: float
) -> Settings:
    pair = None if system is None else System(*system)
    return Settings(base_url, api_key, access_token, pair, timeout, retries, longest_wait).check()


class Porchlight(Resources):
    """
    A client of the API for one user: `porchlight.<resource>.<operation>(…)`. Safe to share between threads. Close it, or
    use it in a `with` block.

    :param base_url: origin of the service, with or without `/v1`
    :param api_key: an API key of a user
    :param access_token: instead of a key, an OAuth access token or a function that returns a current one
    :param system: name and key of the registered system
    :param timeout: timeout of one attempt, s
    :param retries: largest number of attempts after the first; 0 disables retries
    :param longest_wait: longest wait that the service may request between two attempts, s
    :param verify: a context with the authorities to trust, or False for a local service
    :param http_client: an httpx.Client of your own, for example with a proxy; you close it
    """

    def __init__(
        self,
        base_url: str = "",
        *,
        api_key: Optional[str] = None,
        access_token: Union[str, Callable[[], str], None] = None,
        system: Optional[SystemOrPair] = None,
        timeout: float = 30.0,
        retries: int = 4,
        longest_wait: float = 60.0,
        verify: Union[ssl.SSLContext, bool] = True,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        settings = _settings(base_url, api_key, access_token, system, timeout, retries, longest_wait)
        self._own_client = httpx.Client(verify=verify) if http_client is None else None
        self._send = Send(settings, http_client or self._own_client or httpx.Client())
        super().__init__(self._send)

    def stream(self, *, last_event_id: str = "", on_position: Optional[OnPosition] = None) -> Iterator[StreamedEvent]:
        """
        Iterates over the events of the account while they happen, as the user may see them. Reconnects by itself and
        misses nothing for 15 minutes; then comes the event `reset`. Ends with the loop.

        :param last_event_id: continues after this position: the last one that `on_position` received
        :param on_position: receives the position, to store and pass as `last_event_id` later: as soon as the stream is
            open, and after each event that the loop has handled. An event that the loop leaves with `break` or an error
            is not handled: it comes again. An error of this function ends the stream.
        """
        return stream_events(self._send, last_event_id, on_position)

    def close(self) -> None:
        """Closes the connections, except those of `http_client`."""
        if self._own_client is not None:
            self._own_client.close()

    def __enter__(self) -> Porchlight:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


class AsyncPorchlight(AsyncResources):
    """Like Porchlight, for asyncio: await calls, and iterate lists with `async for`. Close it with `await aclose()`."""

    def __init__(
        self,
        base_url: str = "",
        *,
        api_key: Optional[str] = None,
        access_token: Union[str, Callable[[], Any], None] = None,
        system: Optional[SystemOrPair] = None,
        timeout: float = 30.0,
        retries: int = 4,
        longest_wait: float = 60.0,
        verify: Union[ssl.SSLContext, bool] = True,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        settings = _settings(base_url, api_key, access_token, system, timeout, retries, longest_wait)
        self._own_client = httpx.AsyncClient(verify=verify) if http_client is None else None
        self._send = AsyncSend(settings, http_client or self._own_client or httpx.AsyncClient())
        super().__init__(self._send)

    def stream(self, *, last_event_id: str = "", on_position: Optional[OnPosition] = None) -> AsyncIterator[StreamedEvent]:
        """Like Porchlight.stream, for `async for`. `on_position` may be a coroutine function."""
        return stream_events_async(self._send, last_event_id, on_position)

    async def aclose(self) -> None:
        """Closes the connections, except those of `http_client`."""
        if self._own_client is not None:
            await self._own_client.aclose()

    async def __aenter__(self) -> AsyncPorchlight:
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.aclose()

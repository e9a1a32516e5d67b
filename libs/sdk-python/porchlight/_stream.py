"""Iterates over the events of the account while they happen (GET /v1/stream)."""

from __future__ import annotations

import inspect
import json
from contextlib import closing
from typing import Any, AsyncGenerator, AsyncIterator, Callable, Dict, Generator, Iterator, List, NamedTuple, Optional

import httpx

from ._transport import AsyncSend, Call, Send, Settings, compute_wait, explain, prepare, read
from .errors import NetworkError, PorchlightError

SILENCE = 45.0
"""The service sends a comment every 15 s: a connection without bytes for so long is broken, s."""
RECONNECT = 1.0
"""Pause before a stream that ended is opened again, unless the service names another, s."""
MAX_EVENT = 4_194_304
"""Longest event, bytes."""


class StreamedEvent(NamedTuple):
    """An event of the stream. After `reset`, events are missing: read the records again."""

    id: str
    """Pass it as `last_event_id` to continue after this event, for 15 minutes."""
    event: str
    """Name of a webhook event, or `reset`."""
    data: Dict[str, Any]
    """The notification: `event`, `eventId`, `resourceIds`, `uri`. Empty for `reset`."""


OnPosition = Callable[[str], Any]
"""Receives the position of a stream."""


class Step(NamedTuple):
    """A position of the stream, and the event before it, if it has one."""

    position: str
    event: Optional[StreamedEvent]


class EventParser:
    """Parses the blocks of text/event-stream. Keeps the id of the last event over connections."""

    def __init__(self, last_event_id: str) -> None:
        self.last_event_id = last_event_id
        self.pause = RECONNECT
        self._rest = b""

    def restart(self) -> None:
        """Drops an incomplete block: a new connection begins."""
        self._rest = b""

    def feed(self, chunk: bytes) -> List[Step]:
        """Parses the blocks that end in these bytes."""
        # A line break of two bytes may be cut: its first byte waits for the next chunk.
        received = self._rest + chunk
        is_cut = received.endswith(b"\r")
        text = (received[:-1] if is_cut else received).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        blocks = text.split(b"\n\n")
        self._rest = blocks.pop() + (b"\r" if is_cut else b"")
        if len(self._rest) > MAX_EVENT:
            raise NetworkError("An event of the stream is longer than 4 MiB.", reason="NETWORK")
        return [step for step in map(self._parse, blocks) if step is not None]

    def _parse(self, block: bytes) -> Optional[Step]:
        name = ""
        has_position = False
        data: List[str] = []
        for line in block.decode("utf-8", "replace").split("\n"):
            field, _, value = line.partition(":")
            value = value[1:] if value.startswith(" ") else value
            if field == "id":
                self.last_event_id = value
                has_position = True
            elif field == "event":
                name = value
            elif field == "data":
                data.append(value)
            elif field == "retry" and value.isdigit():
                self.pause = int(value) / 1000
        if name and data:
            return Step(self.last_event_id, StreamedEvent(self.last_event_id, name, json.loads("\n".join(data))))
        return Step(self.last_event_id, None) if has_position else None


def _pause_after(error: PorchlightError, failures: int, settings: Settings) -> float:
    """Returns the pause before the next attempt, s. Raises an error that another attempt would meet too."""
    # A stream is open for days: an outage ends it only if the caller does.
    attempt = min(failures, max(settings.retries, 1))
    pause = compute_wait(error, "GET", attempt, settings._replace(retries=attempt))
    if pause is None:
        raise error
    return max(pause, RECONNECT / 4)


class _Connection:
    """The request of a stream."""

    def __init__(self, settings: Settings) -> None:
        self.request = prepare(settings, Call("GET", "/v1/stream", {}, None, None))
        self.timeout = httpx.Timeout(settings.timeout, read=SILENCE)

    def headers(self, credentials: Dict[str, str], last_event_id: str) -> Dict[str, str]:
        position = {"last-event-id": last_event_id} if last_event_id else {}
        return {**self.request.headers, "accept": "text/event-stream", **position, **credentials}


def _read_steps(send: Send, last_event_id: str) -> Generator[Step, None, None]:
    """Iterates over positions and events and reconnects after an outage, without an end."""
    connection = _Connection(send.settings)
    request = connection.request
    parser = EventParser(last_event_id)
    failures = 0
    while True:
        try:
            headers = connection.headers(send.credentials(), parser.last_event_id)
            with send.client.stream("GET", request.url, headers=headers, timeout=connection.timeout) as response:
                if response.status_code != 200:
                    response.read()
                    read(response)
                failures = 0
                for chunk in response.iter_bytes():
                    yield from parser.feed(chunk)
            pause = parser.pause
        except httpx.HTTPError as error:
            failures += 1
            pause = _pause_after(explain(error, request), failures, send.settings)
        except PorchlightError as error:
            failures += 1
            pause = _pause_after(error, failures, send.settings)
        parser.restart()
        send.sleep(pause)


async def _read_steps_async(send: AsyncSend, last_event_id: str) -> AsyncGenerator[Step, None]:
    """Iterates over positions and events and reconnects after an outage, without an end."""
    connection = _Connection(send.settings)
    request = connection.request
    parser = EventParser(last_event_id)
    failures = 0
    while True:
        try:
            headers = connection.headers(await send.credentials(), parser.last_event_id)
            async with send.client.stream("GET", request.url, headers=headers, timeout=connection.timeout) as response:
                if response.status_code != 200:
                    await response.aread()
                    read(response)
                failures = 0
                async for chunk in response.aiter_bytes():
                    for step in parser.feed(chunk):
                        yield step
            pause = parser.pause
        except httpx.HTTPError as error:
            failures += 1
            pause = _pause_after(explain(error, request), failures, send.settings)
        except PorchlightError as error:
            failures += 1
            pause = _pause_after(error, failures, send.settings)
        parser.restart()
        await send.sleep(pause)


def stream_events(send: Send, last_event_id: str, on_position: Optional[OnPosition]) -> Iterator[StreamedEvent]:
    """Iterates over events; reports each position once, after the loop has handled the event before it."""
    reported = None
    with closing(_read_steps(send, last_event_id)) as steps:
        for position, event in steps:
            if event is not None:
                yield event
            if on_position is not None and position != reported:
                reported = position
                on_position(position)


async def stream_events_async(
    send: AsyncSend, last_event_id: str, on_position: Optional[OnPosition]
) -> AsyncIterator[StreamedEvent]:
    """Like stream_events; waits for what `on_position` returns if it can be awaited."""
    reported = None
    steps = _read_steps_async(send, last_event_id)
    try:
        async for position, event in steps:
            if event is not None:
                yield event
            if on_position is not None and position != reported:
                reported = position
                result = on_position(position)
                if inspect.isawaitable(result):
                    await result
    finally:
        await steps.aclose()

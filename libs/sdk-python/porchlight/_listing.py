"""Lists of records: iterating one reads every record, with one page in memory."""

from __future__ import annotations

from typing import Any, AsyncIterator, Generic, Iterator, List, Optional, Type

from ._model import M, Response
from ._transport import AsyncSend, Call, Send

MAX_PAGE_SIZE = 100
"""Page size of an iteration without a limit: the maximum of the service."""


class Page(Generic[M]):
    """One page of a list."""

    def __init__(self, body: Any, response: Response, model: Type[M]) -> None:
        fields = body if isinstance(body, dict) else {}
        metadata = fields.get("_metadata") or {}
        self.records: List[M] = [model(one) for one in fields.get(metadata.get("collection")) or []]
        self.total: int = metadata.get("total") or 0
        """Number of records that match, on all pages."""
        self.next: Optional[str] = metadata.get("next")
        """Token of the next page; None on the last page."""
        self.warnings: List[str] = metadata.get("warnings") or []
        """Parts of the request that had no effect."""
        self.last_response = response

    def __iter__(self) -> Iterator[M]:
        return iter(self.records)

    def __len__(self) -> int:
        return len(self.records)


class _Request:
    def __init__(self, call: Call, has_pages: bool) -> None:
        self.call = call
        self.has_pages = has_pages

    def at(self, token: Optional[str]) -> Call:
        """The request of a page: the first without a token."""
        if not self.has_pages:
            return self.call
        limit = self.call.query.get("limit") or MAX_PAGE_SIZE
        return self.call._replace(query={**self.call.query, "limit": limit, "next": token})


class Listing(Generic[M]):
    """A list. `for record in listing` reads all records; `page()` reads one page. Sends nothing before."""

    def __init__(self, send: Send, call: Call, model: Type[M], has_pages: bool) -> None:
        self._send = send
        self._request = _Request(call, has_pages)
        self._model = model

    def page(self) -> Page[M]:
        """Reads the first page, with as many records as `limit` says."""
        return Page(*self._send.execute(self._request.call), self._model)

    def pages(self) -> Iterator[Page[M]]:
        """Reads all pages."""
        token: Optional[str] = None
        while True:
            page = Page(*self._send.execute(self._request.at(token)), self._model)
            yield page
            token = page.next
            if token is None:
                return

    def __iter__(self) -> Iterator[M]:
        for page in self.pages():
            yield from page.records


class AsyncListing(Generic[M]):
    """A list. `async for record in listing` reads all records; `await page()` reads one page. Sends nothing before."""

    def __init__(self, send: AsyncSend, call: Call, model: Type[M], has_pages: bool) -> None:
        self._send = send
        self._request = _Request(call, has_pages)
        self._model = model

    async def page(self) -> Page[M]:
        """Reads the first page, with as many records as `limit` says."""
        return Page(*await self._send.execute(self._request.call), self._model)

    async def pages(self) -> AsyncIterator[Page[M]]:
        """Reads all pages."""
        token: Optional[str] = None
        while True:
            page = Page(*await self._send.execute(self._request.at(token)), self._model)
            yield page
            token = page.next
            if token is None:
                return

    async def __aiter__(self) -> AsyncIterator[M]:
        async for page in self.pages():
            for record in page.records:
                yield record

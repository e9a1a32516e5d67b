"""Sends requests with credentials, timeout, idempotency key and retries (see the table in the README)."""

from __future__ import annotations

import asyncio
import base64
import inspect
import json
import random
import time
import uuid
from datetime import date, datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Awaitable, Callable, Dict, Mapping, NamedTuple, Optional, Tuple, Type, TypedDict, TypeVar, Union
from urllib.parse import quote, urlencode

import httpx

from ._model import M, Model, Response, create
from .errors import NetworkError, PorchlightError, RequestTimeoutError, create_error

T = TypeVar("T")

FIRST_BACKOFF = 0.25
"""Wait before the first retry without `Retry-After`, s; doubles up to MAX_BACKOFF."""
MAX_BACKOFF = 8.0
REPEATABLE = frozenset({"GET", "HEAD", "POST"})
"""Repeated without a response. A POST has an idempotency key; a repeated PUT or DELETE could fail because the first succeeded."""


class System(NamedTuple):
    """The registered system that sends the requests."""

    name: str
    key: str


class CallOptions(TypedDict, total=False):
    """Options of a single call."""

    timeout: float
    """Timeout of one attempt, s."""
    idempotency_key: str
    """Idempotency key of a POST. Default: random."""
    if_match: str
    """The request fails with 412 if the record has another entity tag by then (`record.last_response.etag`)."""
    suppress_own_webhooks: bool
    """Sends no webhooks of this system for this change."""
    headers: Mapping[str, str]
    """Further headers."""
    query: Mapping[str, Any]
    """Further query parameters, such as filters by custom fields."""
    on_response: Callable[[Response], None]
    """Receives status and headers of the response, also of one without a body: `X-Ignored` after a 204."""


class Call(NamedTuple):
    """A request before it is sent."""

    method: str
    path: str
    query: Mapping[str, Any]
    body: Any
    options: Optional[CallOptions]


class Settings(NamedTuple):
    """What all requests of a client have in common."""

    base_url: str
    api_key: Optional[str]
    access_token: Union[str, Callable[[], Any], None]
    system: Optional[System]
    timeout: float
    retries: int
    longest_wait: float

    def check(self) -> Settings:
        if (self.api_key is None) == (self.access_token is None):
            raise TypeError("Pass either api_key or access_token.")
        check_base_url(self.base_url)
        return self._replace(base_url=_remove_suffix(self.base_url.rstrip("/"), "/v1"))


def check_base_url(base_url: Any) -> None:
    """Raises a TypeError that says what to pass, unless the address is one of http or https."""
    if not isinstance(base_url, str) or not base_url.startswith(("https://", "http://")):
        raise TypeError('Pass base_url, the origin of the service, such as "https://api.porchlight.example".')


def _remove_suffix(text: str, suffix: str) -> str:
    return text[: -len(suffix)] if text.endswith(suffix) else text


def segment(value: Any) -> str:
    """Encodes a path parameter. Without a value the path would name the whole collection."""
    text = str(value) if isinstance(value, (int, str)) and not isinstance(value, bool) else ""
    if text in ("", ".", ".."):
        raise TypeError("Pass the id of the record.")
    return quote(text, safe="")


def _format(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        zoned = value if value.tzinfo else value.replace(tzinfo=timezone.utc)
        return zoned.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(_format(one) for one in value)
    return str(value)


def _encode(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, (date, datetime)):
        return _format(value)
    raise TypeError(f"{type(value).__name__} is not JSON.")


class Prepared(NamedTuple):
    """A request with everything but its credentials."""

    method: str
    url: str
    headers: Dict[str, str]
    content: Optional[bytes]
    timeout: float


def prepare(settings: Settings, call: Call) -> Prepared:
    options: CallOptions = call.options or {}
    headers = {"accept": "application/json"}
    if call.body is not None:
        headers["content-type"] = "application/json"
    if settings.system:
        headers.update({"x-system": settings.system.name, "x-system-key": settings.system.key})
    if call.method == "POST":
        # The same key for every attempt, so that the service executes the request once.
        headers["idempotency-key"] = options.get("idempotency_key") or str(uuid.uuid4())
    if options.get("if_match"):
        headers["if-match"] = options["if_match"]
    if options.get("suppress_own_webhooks"):
        headers["x-suppress-webhooks"] = "own"
    headers.update(options.get("headers") or {})
    query = {k: _format(v) for k, v in {**call.query, **(options.get("query") or {})}.items() if v is not None}
    return Prepared(
        call.method,
        f"{settings.base_url}{call.path}{'?' + urlencode(query) if query else ''}",
        headers,
        None if call.body is None else json.dumps(call.body, default=_encode, ensure_ascii=False).encode(),
        options.get("timeout") or settings.timeout,
    )


def _authorization(settings: Settings, token: Any) -> Dict[str, str]:
    if settings.api_key is not None:
        return {"authorization": "Basic " + base64.b64encode(f"{settings.api_key}:".encode()).decode()}
    return {"authorization": f"Bearer {token}"}


def parse_retry_after(value: Optional[str]) -> Optional[float]:
    """Parses `Retry-After` (seconds or a date) to seconds from now; None without the header."""
    text = (value or "").strip()
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError, IndexError):
        return None


def read(response: httpx.Response) -> Tuple[Any, Response]:
    """Returns the JSON of a response; raises its error."""
    try:
        body = json.loads(response.content) if response.content else None
    except ValueError:
        body = response.text
    if not 200 <= response.status_code < 300:
        retry_after = parse_retry_after(response.headers.get("retry-after"))
        raise create_error(response.status_code, response.headers, body, retry_after)
    if isinstance(body, str):
        raise PorchlightError(
            "The response is not JSON. A proxy may have responded instead of the service.",
            reason="BAD_ANSWER",
            status=response.status_code,
            request_id=response.headers.get("x-request-id"),
            body=body,
        )
    return body, Response(response.status_code, response.headers)


def report(call: Call, response: Response) -> None:
    """Passes status and headers to `on_response`: a call without a record has no other place for them."""
    on_response = (call.options or {}).get("on_response")
    if on_response is not None:
        on_response(response)


def explain(error: httpx.HTTPError, request: Prepared) -> PorchlightError:
    """The error of a request without a response."""
    where = f"{request.method} {httpx.URL(request.url).path}"
    if isinstance(error, httpx.TimeoutException):
        return RequestTimeoutError(f"{where}: no response within {request.timeout:g} s.", reason="TIMEOUT")
    return NetworkError(f"{where}: the service could not be reached ({error}).", reason="NETWORK")


def compute_wait(error: PorchlightError, method: str, attempt: int, settings: Settings) -> Optional[float]:
    """Returns the wait before the repetition (1 is the first), s; None if the request must not be repeated."""
    can_repeat = error.status in (429, 503) or (isinstance(error, NetworkError) and method in REPEATABLE)
    if not can_repeat or attempt > settings.retries:
        return None
    if error.retry_after is not None:
        return error.retry_after if error.retry_after <= settings.longest_wait else None
    backoff = min(FIRST_BACKOFF * 2 ** (attempt - 1), MAX_BACKOFF)
    return backoff / 2 + backoff / 2 * random.random()


class Send:
    """Sends requests and waits for their responses."""

    def __init__(self, settings: Settings, client: httpx.Client, sleep: Callable[[float], None] = time.sleep) -> None:
        self.settings = settings
        self.client = client
        self.sleep = sleep

    def execute(self, call: Call) -> Tuple[Any, Response]:
        request = prepare(self.settings, call)
        attempt = 0
        while True:
            attempt += 1
            try:
                result = read(self._attempt(request))
                report(call, result[1])
                return result
            except PorchlightError as error:
                pause = compute_wait(error, call.method, attempt, self.settings)
                if pause is None:
                    raise
            self.sleep(pause)

    def credentials(self) -> Dict[str, str]:
        """The header with the key or the current access token."""
        token = self.settings.access_token
        return _authorization(self.settings, token() if callable(token) else token)

    def _attempt(self, request: Prepared) -> httpx.Response:
        headers = {**request.headers, **self.credentials()}
        try:
            return self.client.request(request.method, request.url, headers=headers, content=request.content, timeout=request.timeout)
        except httpx.HTTPError as error:
            raise explain(error, request) from error

    def one(self, call: Call, model: Type[M]) -> M:
        body, response = self.execute(call)
        return create(model, body, response)

    def maybe(self, call: Call, model: Type[M]) -> Optional[M]:
        body, response = self.execute(call)
        return None if body is None else create(model, body, response)

    def none(self, call: Call) -> None:
        self.execute(call)

    def json(self, call: Call) -> Any:
        return self.execute(call)[0]


class AsyncSend:
    """Sends requests without blocking the event loop."""

    def __init__(
        self, settings: Settings, client: httpx.AsyncClient, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.settings = settings
        self.client = client
        self.sleep = sleep

    async def execute(self, call: Call) -> Tuple[Any, Response]:
        request = prepare(self.settings, call)
        attempt = 0
        while True:
            attempt += 1
            try:
                result = read(await self._attempt(request))
                report(call, result[1])
                return result
            except PorchlightError as error:
                pause = compute_wait(error, call.method, attempt, self.settings)
                if pause is None:
                    raise
            await self.sleep(pause)

    async def credentials(self) -> Dict[str, str]:
        """The header with the key or the current access token."""
        token = self.settings.access_token
        current: Any = token() if callable(token) else token
        if inspect.isawaitable(current):
            current = await current
        return _authorization(self.settings, current)

    async def _attempt(self, request: Prepared) -> httpx.Response:
        headers = {**request.headers, **(await self.credentials())}
        try:
            return await self.client.request(
                request.method, request.url, headers=headers, content=request.content, timeout=request.timeout
            )
        except httpx.HTTPError as error:
            raise explain(error, request) from error

    async def one(self, call: Call, model: Type[M]) -> M:
        body, response = await self.execute(call)
        return create(model, body, response)

    async def maybe(self, call: Call, model: Type[M]) -> Optional[M]:
        body, response = await self.execute(call)
        return None if body is None else create(model, body, response)

    async def none(self, call: Call) -> None:
        await self.execute(call)

    async def json(self, call: Call) -> Any:
        return (await self.execute(call))[0]

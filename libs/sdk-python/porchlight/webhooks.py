"""Verifies webhooks. Pass the unparsed body."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from datetime import datetime
from typing import Any, ClassVar, FrozenSet, List, Mapping, Optional, Sequence, Union

from ._model import Model
from .errors import InvalidSignatureError, PorchlightError

__all__ = ["WebhookEvent", "verify_legacy_webhook", "verify_webhook"]


class WebhookEvent(Model):
    """What a webhook contains: which records changed, and where to read them."""

    _optional: ClassVar[FrozenSet[str]] = frozenset({"data"})
    event_id: str
    """The same for every attempt: use it to discard repeats."""
    event_created: datetime
    """When the event happened."""
    event: str
    """Name of the event, such as `peopleCreated`."""
    resource_ids: List[Union[int, str]]
    """Ids of the records."""
    uri: Optional[str]
    """Where the records can be read; None if they were deleted."""
    data: Optional[Any]
    """What ids do not say, for example the added tags."""


def verify_webhook(
    headers: Mapping[str, str],
    body: Union[bytes, str],
    *,
    secret: Union[str, Sequence[str]],
    tolerance: float = 300,
    now: Optional[float] = None,
) -> WebhookEvent:
    """
    Verifies the Standard Webhooks signature and returns the event. Raises InvalidSignatureError.

    :param secret: `whsec_…`; both secrets during a rotation
    :param tolerance: largest age of the timestamp, s
    :param now: the current time, s; by default the clock
    """
    found = {name.lower(): value for name, value in headers.items()}
    event_id, timestamp, signature = (found.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not event_id or not timestamp or not signature:
        raise InvalidSignatureError("A webhook-… header is missing.")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise InvalidSignatureError("webhook-timestamp is no number of seconds.")
    age = round((time.time() if now is None else now) - int(timestamp))
    if abs(age) > tolerance:
        raise InvalidSignatureError(f"webhook-timestamp is {abs(age)} s {'old' if age > 0 else 'ahead'}.")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    secrets = [secret] if isinstance(secret, str) else list(secret)
    expected = [sign(one, event_id, timestamp, raw).encode() for one in secrets]
    for candidate in signature.split(" "):
        if any(hmac.compare_digest(candidate.encode(), one) for one in expected):
            return _parse(raw)
    raise InvalidSignatureError("webhook-signature fits no secret.")


def verify_legacy_webhook(
    headers: Mapping[str, str], body: Union[bytes, str], *, system_key: str, header: str = "X-System-Signature"
) -> WebhookEvent:
    """Verifies the signature with the key of the system. It contains no time: prefer `verify_webhook`."""
    signature = {name.lower(): value for name, value in headers.items()}.get(header.lower(), "")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    expected = hmac.new(system_key.encode(), base64.b64encode(raw), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(signature.encode(), expected.encode()):
        raise InvalidSignatureError(f"{header} is missing or does not fit the key of the system.")
    return _parse(raw)


def sign(secret: str, event_id: str, timestamp: str, body: bytes) -> str:
    """The signature of a body: `v1,` and base64."""
    if not secret.startswith("whsec_"):
        raise TypeError("A secret is whsec_ followed by base64.")
    try:
        key = base64.b64decode(secret[6:], validate=True)
    except binascii.Error as error:
        raise TypeError("A secret is whsec_ followed by base64.") from error
    digest = hmac.new(key, f"{event_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return "v1," + base64.b64encode(digest).decode()


def _parse(raw: bytes) -> WebhookEvent:
    try:
        body = json.loads(raw)
    except ValueError as error:
        raise PorchlightError("The signature is valid, but the body is not JSON.", reason="BAD_ANSWER") from error
    return WebhookEvent(body if isinstance(body, dict) else {})

"""Samples for tests of a receiver."""

from __future__ import annotations

import json
import time
from datetime import datetime, timezone
from typing import Any, Dict, List, NamedTuple, Optional, Union

from .webhooks import sign

__all__ = ["SAMPLE_SECRET", "SignedWebhook", "sign_sample_webhook"]

SAMPLE_SECRET = "whsec_cG9yY2hsaWdodC1zYW1wbGUtc2VjcmV0LTAwMDAwMDAx"
"""A secret for tests."""


class SignedWebhook(NamedTuple):
    """Headers and body of a webhook, as the service sends them."""

    headers: Dict[str, str]
    body: bytes


def sign_sample_webhook(
    event: str = "peopleCreated",
    *,
    resource_ids: Optional[List[Union[int, str]]] = None,
    secret: str = SAMPLE_SECRET,
    event_id: str = "sample-event",
    now: Optional[float] = None,
    data: Optional[Dict[str, Any]] = None,
) -> SignedWebhook:
    """Creates a signed webhook for a test: `verify_webhook(*sign_sample_webhook(), secret=SAMPLE_SECRET)`."""
    seconds = time.time() if now is None else now
    ids = [1] if resource_ids is None else resource_ids
    created = datetime.fromtimestamp(int(seconds), timezone.utc).isoformat().replace("+00:00", "Z")
    uri = None if event.endswith("Deleted") else "https://api.porchlight.example/v1/people?id=" + ",".join(map(str, ids))
    payload: Dict[str, Any] = {"eventId": event_id, "eventCreated": created, "event": event, "resourceIds": ids, "uri": uri}
    body = json.dumps({**payload, **({} if data is None else {"data": data})}).encode()
    timestamp = str(int(seconds))
    headers = {
        "content-type": "application/json",
        "webhook-id": event_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": sign(secret, event_id, timestamp, body),
    }
    return SignedWebhook(headers, body)

"""The Porchlight API from Python. `Porchlight` waits for responses, `AsyncPorchlight` is for asyncio."""

from ._client import AsyncPorchlight, Porchlight
from ._generated import bodies, models
from ._listing import AsyncListing, Listing, Page
from ._model import Model, Response, Time
from ._stream import StreamedEvent
from ._transport import CallOptions, System
from .errors import (
    AuthenticationError,
    BadRequestError,
    ConflictError,
    ForbiddenError,
    InvalidSignatureError,
    NetworkError,
    NotFoundError,
    PorchlightError,
    PreconditionFailedError,
    Problem,
    RateLimitError,
    RequestTimeoutError,
    ServerError,
)
from .oauth import AuthorizationAttempt, OauthClient, TokenSet
from .webhooks import WebhookEvent, verify_legacy_webhook, verify_webhook

__all__ = [
    "AsyncListing",
    "AsyncPorchlight",
    "AuthenticationError",
    "AuthorizationAttempt",
    "BadRequestError",
    "CallOptions",
    "ConflictError",
    "ForbiddenError",
    "InvalidSignatureError",
    "Listing",
    "Model",
    "NetworkError",
    "NotFoundError",
    "OauthClient",
    "Page",
    "Porchlight",
    "PorchlightError",
    "PreconditionFailedError",
    "Problem",
    "RateLimitError",
    "RequestTimeoutError",
    "Response",
    "ServerError",
    "StreamedEvent",
    "System",
    "Time",
    "TokenSet",
    "WebhookEvent",
    "bodies",
    "models",
    "verify_legacy_webhook",
    "verify_webhook",
]

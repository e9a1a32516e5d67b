"""Every error of this package is a PorchlightError."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Type

from ._generated.reasons import Reason

__all__ = [
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "ForbiddenError",
    "InvalidSignatureError",
    "NetworkError",
    "NotFoundError",
    "PorchlightError",
    "PreconditionFailedError",
    "Problem",
    "RateLimitError",
    "Reason",
    "RequestTimeoutError",
    "ServerError",
]


class Problem(NamedTuple):
    """One fault of a request (D13.10)."""

    field: Optional[str]
    """Path of the field, or name of the parameter or header; None if the problem has none."""
    code: str
    """MISSING, UNKNOWN, INVALID or a more specific code."""
    message: str
    """What is wrong, as a sentence."""


class PorchlightError(Exception):
    """An error response, no response, or an invalid signature of a webhook."""

    reason: Reason
    """The `errorCode` of the response, `HTTP_` and the status without one, or a code of this package."""

    def __init__(
        self,
        message: str,
        *,
        reason: Reason,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        """A sentence that says what the caller can do."""
        self.reason = reason
        self.status = status
        """The HTTP status; None without a response."""
        self.request_id = request_id
        """Identifies the request in the logs of the service."""
        self.retry_after = retry_after
        """Seconds to wait before a retry, if the service requests it."""
        self.body = body
        """The body of the response: JSON, or text of a proxy."""

    @property
    def problems(self) -> List[Problem]:
        """Every fault of the request; at least one for status 400."""
        found = self.body.get("problems") if isinstance(self.body, dict) else None
        return [
            Problem(one.get("field"), str(one.get("code", "")), str(one.get("message", "")))
            for one in (found if isinstance(found, list) else [])
            if isinstance(one, dict)
        ]


class BadRequestError(PorchlightError):
    """400: `problems` names every fault; nothing has changed."""


class AuthenticationError(PorchlightError):
    """401: the credentials or the system are not valid."""


class ForbiddenError(PorchlightError):
    """403: the role, the scopes or a setting does not permit the request."""


class NotFoundError(PorchlightError):
    """404: no such record, or the caller may not see it."""


class ConflictError(PorchlightError):
    """409: another record or the state of this one prevents the change."""


class PreconditionFailedError(PorchlightError):
    """412: the record has changed since it was read (`if_match`)."""


class RateLimitError(PorchlightError):
    """429: too many requests; `retry_after` says when to continue."""


class ServerError(PorchlightError):
    """5xx: the service failed or is not available."""


class NetworkError(PorchlightError):
    """No response: the service could not be reached."""


class RequestTimeoutError(NetworkError):
    """No response in time."""


class InvalidSignatureError(PorchlightError):
    """The request was not signed with the secret of the webhook, or too long ago."""

    def __init__(self, message: str) -> None:
        super().__init__(message, reason="INVALID_SIGNATURE")


_BY_STATUS: Dict[int, Type[PorchlightError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    429: RateLimitError,
}


def create_error(status: int, headers: Mapping[str, str], body: Any, retry_after: Optional[float]) -> PorchlightError:
    """The error of a response other than 2xx. The body of a proxy's response is text."""
    fields: Mapping[str, Any] = body if isinstance(body, dict) else {}
    kind = _BY_STATUS.get(status) or (ServerError if status >= 500 else PorchlightError)
    return kind(
        str(fields.get("errorMessage") or f"The service returned status {status}."),
        reason=str(fields.get("errorCode") or f"HTTP_{status}"),
        status=status,
        request_id=fields.get("requestId") or headers.get("x-request-id"),
        retry_after=retry_after,
        body=body,
    )

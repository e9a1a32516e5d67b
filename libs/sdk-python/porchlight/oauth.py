"""The code flow of an OAuth app on a server, with PKCE."""

from __future__ import annotations

import base64
import hashlib
import secrets
import ssl
import threading
import time
from typing import Any, Callable, Dict, NamedTuple, Optional, Union
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import httpx

from .errors import NetworkError, PorchlightError, RequestTimeoutError, create_error

__all__ = ["AuthorizationAttempt", "OauthClient", "TokenSet"]

EARLY = 60.0
"""A token is refreshed this long before it expires, s."""


class AuthorizationAttempt(NamedTuple):
    """What to store in the session of the user until the callback."""

    url: str
    """Where to send the browser."""
    state: str
    code_verifier: str


class TokenSet(NamedTuple):
    """Tokens of a grant. Store them before you use them: a refresh token is valid once."""

    access_token: str
    refresh_token: str
    expires_at: float
    """When the access token expires, s since 1970."""


class OauthClient:
    """
    The client of an OAuth app. Safe to share between threads.

    :param base_url: origin of the service, with or without `/v1`
    :param client_secret: stays on the server
    :param redirect_uri: registered with the app; `http://localhost:…` only for an app with `development: true`
    :param timeout: timeout of a request, s
    :param verify: a context with the authorities to trust, or False for a local service
    :param http_client: an httpx.Client of your own, for example with a proxy; you close it
    """

    def __init__(
        self,
        base_url: str,
        *,
        client_id: str,
        client_secret: str,
        redirect_uri: str,
        timeout: float = 30.0,
        verify: Union[ssl.SSLContext, bool] = True,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        origin = base_url.rstrip("/")
        self._origin = origin[:-3] if origin.endswith("/v1") else origin
        self._client_id = client_id
        self._redirect_uri = redirect_uri
        self._timeout = timeout
        pair = f"{quote(client_id, safe='')}:{quote(client_secret, safe='')}"
        self._credentials = "Basic " + base64.b64encode(pair.encode()).decode()
        self._http = http_client or httpx.Client(verify=verify)

    def authorize(self, scope: Optional[str] = None) -> AuthorizationAttempt:
        """Creates the address of the consent page with a new state and PKCE verifier. Sends no request."""
        state, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(48)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        query = {
            "response_type": "code",
            "client_id": self._client_id,
            "redirect_uri": self._redirect_uri,
            "state": state,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            **({} if scope is None else {"scope": scope}),
        }
        return AuthorizationAttempt(f"{self._origin}/oauth/authorize?{urlencode(query)}", state, verifier)

    def exchange(self, callback: str, *, state: str, code_verifier: str) -> TokenSet:
        """
        Exchanges the code of the callback. Raises a PorchlightError if the state differs, the user denied, or the service
        refuses.

        :param callback: the address, or the query, with which the browser came back
        :param state: that of the attempt, from the session of the user
        :param code_verifier: that of the attempt, from the session of the user
        """
        query = {name: values[0] for name, values in parse_qs(urlsplit(callback).query or callback).items()}
        if not secrets.compare_digest(query.get("state", "").encode(), state.encode()):
            raise PorchlightError("The state of the callback is not that of the session. Start again.", reason="INVALID_STATE")
        if "code" not in query:
            message = query.get("error_description") or "The user did not grant access."
            raise PorchlightError(message, reason=query.get("error", "access_denied"))
        fields = {"code": query["code"], "redirect_uri": self._redirect_uri, "code_verifier": code_verifier}
        return self._request_tokens({"grant_type": "authorization_code", **fields})

    def refresh(self, refresh_token: str) -> TokenSet:
        """Exchanges a refresh token. The former one is not valid afterwards."""
        return self._request_tokens({"grant_type": "refresh_token", "refresh_token": refresh_token})

    def revoke(self, token: str) -> None:
        """Ends the access of the tokens."""
        self._post("revoke", {"token": token})

    def token_source(self, tokens: TokenSet, store: Callable[[TokenSet], None]) -> Callable[[], str]:
        """
        Returns a function for `access_token` of a client: it refreshes a minute before the end, once for all calls that wait,
        and `store` receives the new tokens before they are used.
        """
        current = tokens
        lock = threading.Lock()

        def read_token() -> str:
            nonlocal current
            with lock:
                if time.time() >= current.expires_at - EARLY:
                    renewed = self.refresh(current.refresh_token)
                    store(renewed)
                    current = renewed
                return current.access_token

        return read_token

    def _request_tokens(self, fields: Dict[str, str]) -> TokenSet:
        body = self._post("token", fields)
        return TokenSet(body["access_token"], body["refresh_token"], time.time() + body["expires_in"])

    def _post(self, endpoint: str, fields: Dict[str, str]) -> Any:
        """Sends a form. Nothing is repeated: a code or token is valid once."""
        where = f"POST /oauth/{endpoint}"
        headers = {"authorization": self._credentials, "accept": "application/json"}
        try:
            response = self._http.post(f"{self._origin}/oauth/{endpoint}", data=fields, headers=headers, timeout=self._timeout)
        except httpx.TimeoutException as error:
            raise RequestTimeoutError(f"{where}: no response within {self._timeout:g} s.", reason="TIMEOUT") from error
        except httpx.HTTPError as error:
            raise NetworkError(f"{where}: the service could not be reached ({error}).", reason="NETWORK") from error
        try:
            body = response.json() if response.content else None
        except ValueError:
            body = None
        if response.is_success:
            return body
        fields_of_error = body if isinstance(body, dict) else {}
        raise create_error(
            response.status_code,
            response.headers,
            {
                "errorMessage": fields_of_error.get("error_description"),
                "errorCode": fields_of_error.get("error"),
                **fields_of_error,
            },
            None,
        )

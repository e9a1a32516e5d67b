"""The OAuth client, against a transport that answers from a list."""

import base64
import hashlib
import unittest
from urllib.parse import parse_qs, parse_qsl, urlsplit

import httpx

from porchlight import NetworkError, OauthClient, Porchlight, PorchlightError
from tests.test_calls import Service, answer

TOKENS = {"access_token": "a1", "refresh_token": "r1", "token_type": "Bearer", "expires_in": 3600}


def open_oauth(service):
    return OauthClient(
        "https://api.porchlight.example/v1",
        client_id="app",
        client_secret="s:1",
        redirect_uri="https://app.example/callback",
        http_client=httpx.Client(transport=httpx.MockTransport(service)),
    )


class Oauth(unittest.TestCase):
    def test_an_authorization_has_the_challenge_of_its_verifier_and_a_state_of_its_own(self):
        oauth = open_oauth(Service(answer(500)))
        one, two = oauth.authorize("read people"), oauth.authorize()
        url = urlsplit(one.url)
        self.assertEqual((url.netloc, url.path), ("api.porchlight.example", "/oauth/authorize"))
        digest = hashlib.sha256(one.code_verifier.encode()).digest()
        self.assertEqual(
            dict(parse_qsl(url.query)),
            {
                "response_type": "code",
                "client_id": "app",
                "redirect_uri": "https://app.example/callback",
                "state": one.state,
                "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
                "code_challenge_method": "S256",
                "scope": "read people",
            },
        )
        self.assertNotEqual(two.state, one.state)
        self.assertNotIn("scope", parse_qs(urlsplit(two.url).query))

    def test_given_the_callback_then_the_code_is_exchanged_with_the_verifier_and_the_secret(self):
        service = Service(answer(200, TOKENS))
        tokens = open_oauth(service).exchange("https://app.example/callback?code=c1&state=s1", state="s1", code_verifier="v1")
        self.assertEqual((tokens.access_token, tokens.refresh_token), ("a1", "r1"))
        request = service.requests[0]
        self.assertEqual(request.headers["authorization"], "Basic " + base64.b64encode(b"app:s%3A1").decode())
        self.assertEqual(
            dict(parse_qsl(request.content.decode())),
            {
                "grant_type": "authorization_code",
                "code": "c1",
                "redirect_uri": "https://app.example/callback",
                "code_verifier": "v1",
            },
        )

    def test_given_another_state_or_a_user_that_denies_then_nothing_is_exchanged(self):
        service = Service(answer(200, TOKENS))
        for query, reason in (("code=c1&state=other", "INVALID_STATE"), ("error=access_denied&state=s1", "access_denied")):
            with self.assertRaises(PorchlightError) as caught:
                open_oauth(service).exchange(query, state="s1", code_verifier="v1")
            self.assertEqual(caught.exception.reason, reason)
        self.assertEqual(service.requests, [])

    def test_given_a_refusal_then_the_error_has_the_code_of_oauth(self):
        service = Service(answer(400, {"error": "invalid_grant", "error_description": "Used."}))
        with self.assertRaises(PorchlightError) as caught:
            open_oauth(service).refresh("r0")
        self.assertEqual((caught.exception.reason, caught.exception.status, caught.exception.message), ("invalid_grant", 400, "Used."))

    def test_given_no_response_then_a_code_is_sent_once(self):
        service = Service(httpx.ConnectError("refused"))
        with self.assertRaises(NetworkError):
            open_oauth(service).refresh("r0")
        self.assertEqual(len(service.requests), 1)

    def test_given_a_token_that_expires_then_it_is_stored_before_its_use_and_refreshed_once(self):
        service = Service(answer(200, TOKENS), answer(200, {"id": 7}))
        oauth = open_oauth(service)
        stored = []
        expired = oauth.refresh("r0")._replace(expires_at=0)
        service.answers = [answer(200, {**TOKENS, "access_token": "a2", "refresh_token": "r2"}), answer(200, {"id": 7})]
        client = Porchlight(
            "https://api.porchlight.example",
            access_token=oauth.token_source(expired, stored.append),
            http_client=httpx.Client(transport=httpx.MockTransport(service)),
        )
        client.people.get(7)
        client.people.get(7)
        self.assertEqual([one.refresh_token for one in stored], ["r2"])
        self.assertEqual([one.headers["authorization"] for one in service.requests[-2:]], ["Bearer a2"] * 2)


if __name__ == "__main__":
    unittest.main()

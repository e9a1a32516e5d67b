"""Calls, their errors and retries, against a transport that answers from a list."""

import asyncio
import json
import unittest
from datetime import datetime, timezone

import httpx

import porchlight
from porchlight import AsyncPorchlight, Porchlight

BASE = "https://api.porchlight.example/v1"


def answer(status, body=None, headers=None):
    return httpx.Response(status, headers=headers, content=b"" if body is None else json.dumps(body).encode())


class Service:
    """Answers requests in order; an exception in the list is raised instead."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []

    def __call__(self, request):
        self.requests.append(request)
        result = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(result, Exception):
            raise result
        return result


def open_client(service, **options):
    pauses = []
    client = Porchlight(
        BASE,
        http_client=httpx.Client(transport=httpx.MockTransport(service)),
        **({} if "access_token" in options else {"api_key": "key"}),
        **options,
    )
    client.people._send.sleep = pauses.append
    return client, pauses


ERROR = {"errorMessage": "Send a type.", "errorCode": "MISSING_FIELD", "requestId": "r1"}


class Calls(unittest.TestCase):
    def test_given_a_key_and_a_system_then_a_lead_is_sent_with_both_and_an_idempotency_key(self):
        service = Service(answer(201, {"id": 7, "firstName": "Ada"}, {"etag": '"1"', "x-request-id": "r9"}))
        client, _ = open_client(service, system=("Site", "secret"))
        person = client.events.create({"source": "x", "type": "Registration", "person": {"firstName": "Ada"}})
        self.assertEqual((person.id, person.first_name, person.last_response.etag), (7, "Ada", '"1"'))
        request = service.requests[0]
        self.assertEqual((request.method, request.url.path), ("POST", "/v1/events"))
        self.assertEqual(request.headers["authorization"], "Basic a2V5Og==")
        self.assertEqual(request.headers["x-system-key"], "secret")
        self.assertRegex(request.headers["idempotency-key"], r"^[0-9a-f-]{36}$")

    def test_given_filters_then_the_query_has_words_lists_and_times_in_utc(self):
        service = Service(answer(200, {"_metadata": {"collection": "people", "total": 0, "next": None}, "people": []}))
        client, _ = open_client(service)
        since = datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc)
        client.people.list(contacted=False, stage=["Lead", "Hot"], updated_after=since, limit=1).page()
        self.assertEqual(
            dict(service.requests[0].url.params),
            {"contacted": "false", "stage": "Lead,Hot", "updatedAfter": "2026-01-02T03:04:05Z", "limit": "1"},
        )

    def test_given_a_response_without_body_then_its_headers_are_passed_on(self):
        client, _ = open_client(Service(answer(204, None, {"x-ignored": "colour"})))
        seen = []
        options = {"on_response": lambda response: seen.append((response.status, response.headers.get("x-ignored")))}
        self.assertIsNone(client.events.create({"source": "x", "person": {}}, options=options))
        self.assertEqual(seen, [(204, "colour")])

    def test_given_no_base_url_then_the_error_says_what_to_pass(self):
        for base_url in ("", None, "api.porchlight.example"):
            with self.assertRaisesRegex(TypeError, "Pass base_url"):
                Porchlight(base_url, api_key="key")

    def test_given_options_then_they_become_headers_and_parameters(self):
        service = Service(answer(200, {"id": 5}))
        client, _ = open_client(service)
        options = {"if_match": '"7"', "suppress_own_webhooks": True, "query": {"customColour": "red"}}
        client.people.update(5, {"firstName": "B"}, options=options)
        request = service.requests[0]
        self.assertEqual(request.headers["if-match"], '"7"')
        self.assertEqual(request.headers["x-suppress-webhooks"], "own")
        self.assertEqual(str(request.url), f"{BASE}/people/5?customColour=red")

    def test_given_an_id_with_a_slash_then_it_is_one_segment_of_the_path(self):
        service = Service(answer(200, {"id": "a/b"}))
        client, _ = open_client(service)
        client.webhook_events.get("a/b")
        self.assertEqual(service.requests[0].url.raw_path, b"/v1/webhookEvents/a%2Fb")

    def test_given_no_id_then_nothing_is_sent(self):
        service = Service(answer(200, {}))
        client, _ = open_client(service)
        with self.assertRaisesRegex(TypeError, "Pass the id"):
            client.people.delete("")
        self.assertEqual(service.requests, [])

    def test_given_two_credentials_then_the_client_is_refused(self):
        with self.assertRaisesRegex(TypeError, "either api_key or access_token"):
            Porchlight(BASE, api_key="k", access_token="t")

    def test_given_a_function_for_the_token_then_every_attempt_uses_a_current_one(self):
        tokens = iter(["t1", "t2"])
        service = Service(answer(503), answer(200, {"id": 1}))
        client, _ = open_client(service, access_token=lambda: next(tokens))
        client.people.get(1)
        self.assertEqual([one.headers["authorization"] for one in service.requests], ["Bearer t1", "Bearer t2"])

    def test_given_an_empty_response_then_the_result_is_none(self):
        client, _ = open_client(Service(answer(204)))
        self.assertIsNone(client.events.create({"type": "Registration"}))


class Errors(unittest.TestCase):
    def test_given_a_400_then_the_error_names_every_problem(self):
        problems = [{"field": "person.emails", "code": "INVALID", "message": "No email."}, {"field": None, "code": "MISSING", "message": "x"}]
        client, _ = open_client(Service(answer(400, {**ERROR, "problems": problems})))
        with self.assertRaises(porchlight.BadRequestError) as raised:
            client.people.create({})
        error = raised.exception
        self.assertEqual((error.reason, error.status, error.request_id, str(error)), ("MISSING_FIELD", 400, "r1", "Send a type."))
        self.assertEqual([one.field for one in error.problems], ["person.emails", None])

    def test_given_a_status_then_the_error_has_its_class(self):
        kinds = {
            401: porchlight.AuthenticationError,
            403: porchlight.ForbiddenError,
            404: porchlight.NotFoundError,
            409: porchlight.ConflictError,
            412: porchlight.PreconditionFailedError,
            429: porchlight.RateLimitError,
            500: porchlight.ServerError,
            418: porchlight.PorchlightError,
        }
        for status, kind in kinds.items():
            with self.subTest(status=status):
                client, _ = open_client(Service(answer(status, ERROR)), retries=0)
                with self.assertRaises(kind) as raised:
                    client.people.get(1)
                self.assertEqual(raised.exception.status, status)

    def test_given_the_page_of_a_proxy_then_the_error_has_its_text(self):
        client, _ = open_client(Service(httpx.Response(502, text="<html>")))
        with self.assertRaises(porchlight.ServerError) as raised:
            client.people.get(1)
        self.assertEqual((raised.exception.reason, raised.exception.body), ("HTTP_502", "<html>"))

    def test_given_success_without_json_then_it_is_an_error(self):
        client, _ = open_client(Service(httpx.Response(200, text="<html>")))
        with self.assertRaises(porchlight.PorchlightError) as raised:
            client.people.get(1)
        self.assertEqual(raised.exception.reason, "BAD_ANSWER")


class Retries(unittest.TestCase):
    def test_given_retry_after_then_the_same_request_is_repeated_after_it(self):
        service = Service(answer(429, ERROR, {"retry-after": "3"}), answer(201, {"id": 1}))
        client, pauses = open_client(service)
        client.people.create({"firstName": "A"})
        self.assertEqual(pauses, [3.0])
        first, second = service.requests
        self.assertEqual(first.headers["idempotency-key"], second.headers["idempotency-key"])

    def test_given_retry_after_beyond_the_longest_wait_then_the_error_is_raised_at_once(self):
        service = Service(answer(429, ERROR, {"retry-after": "61"}))
        client, pauses = open_client(service)
        with self.assertRaises(porchlight.RateLimitError) as raised:
            client.people.get(1)
        self.assertEqual(raised.exception.retry_after, 61)
        self.assertEqual(pauses, [])

    def test_given_no_header_then_the_waits_double(self):
        client, pauses = open_client(Service(answer(503)))
        with self.assertRaises(porchlight.ServerError):
            client.people.update(1, {})
        self.assertEqual(len(pauses), 4)
        for at, pause in enumerate(pauses):
            self.assertTrue(0.125 * 2**at <= pause <= 0.25 * 2**at)

    def test_given_no_response_then_get_and_post_are_repeated(self):
        for call in (lambda c: c.people.get(1), lambda c: c.people.create({})):
            client, pauses = open_client(Service(httpx.ConnectError("refused"), answer(200, {"id": 1})))
            self.assertEqual(call(client).id, 1)
            self.assertEqual(len(pauses), 1)

    def test_given_no_response_then_put_and_delete_are_not_repeated(self):
        for call in (lambda c: c.people.update(1, {}), lambda c: c.people.delete(1)):
            client, pauses = open_client(Service(httpx.ReadTimeout("late")))
            with self.assertRaises(porchlight.RequestTimeoutError):
                call(client)
            self.assertEqual(pauses, [])

    def test_given_another_status_then_nothing_is_repeated(self):
        client, pauses = open_client(Service(answer(500, ERROR)))
        with self.assertRaises(porchlight.ServerError):
            client.people.get(1)
        self.assertEqual(pauses, [])


class Asynchronous(unittest.TestCase):
    def test_given_a_busy_service_then_the_call_waits_and_is_repeated(self):
        service = Service(answer(503, None, {"retry-after": "2"}), answer(201, {"id": 7}))
        pauses = []

        async def pause(seconds):
            pauses.append(seconds)

        async def token():
            return "t"

        async def send():
            transport = httpx.AsyncClient(transport=httpx.MockTransport(service))
            async with AsyncPorchlight(BASE, access_token=token, http_client=transport) as client:
                client.events._send.sleep = pause
                return await client.events.create({"type": "Registration"})

        self.assertEqual(asyncio.run(send()).id, 7)
        self.assertEqual(pauses, [2.0])
        self.assertEqual(service.requests[0].headers["authorization"], "Bearer t")

    def test_given_two_pages_then_the_loop_reads_both(self):
        page = lambda ids, token: answer(200, {"_metadata": {"collection": "people", "total": 3, "next": token}, "people": [{"id": one} for one in ids]})
        service = Service(page([1, 2], "n"), page([3], None))

        async def read():
            transport = httpx.AsyncClient(transport=httpx.MockTransport(service))
            async with AsyncPorchlight(BASE, api_key="k", http_client=transport) as client:
                return [person.id async for person in client.people.list(limit=2)]

        self.assertEqual(asyncio.run(read()), [1, 2, 3])
        self.assertEqual(service.requests[1].url.params["next"], "n")

"""Records, lists, and signatures of webhooks."""

import unittest
from datetime import datetime, timezone

import porchlight
from porchlight import models
from porchlight.testing import SAMPLE_SECRET, sign_sample_webhook
from porchlight.webhooks import verify_legacy_webhook, verify_webhook

from .test_calls import Service, answer, open_client

PERSON = {
    "id": 7,
    "created": "2026-01-31T12:00:00Z",
    "firstName": None,
    "emails": [{"value": "a@example.com", "isPrimary": 1}],
    "customColour": "red",
}


class Records(unittest.TestCase):
    def test_given_a_record_then_attributes_have_their_types(self):
        person = models.Person(PERSON)
        self.assertEqual(person.created, datetime(2026, 1, 31, 12, tzinfo=timezone.utc))
        self.assertIsNone(person.first_name)
        self.assertEqual(person.emails[0].is_primary, 1)
        self.assertIsInstance(person.emails[0], models.PersonEmail)

    def test_given_a_custom_field_then_it_is_read_by_its_name(self):
        self.assertEqual(models.Person(PERSON)["customColour"], "red")
        self.assertIsNone(models.Person(PERSON).get("customOther"))

    def test_given_a_field_that_was_not_requested_then_the_error_says_so(self):
        with self.assertRaisesRegex(AttributeError, "no field 'stage'. If you pass fields, add its name"):
            models.Person(PERSON).stage

    def test_given_a_field_that_responses_may_lack_then_it_is_none(self):
        self.assertIsNone(models.Person(PERSON).possible_duplicate_ids)

    def test_given_a_misspelled_attribute_then_it_is_an_error(self):
        with self.assertRaisesRegex(AttributeError, "Person has no field 'frist_name'"):
            models.Person(PERSON).frist_name

    def test_given_a_value_of_a_later_version_then_it_stays_readable(self):
        person = models.Person({"id": "seven", "created": "soon", "emails": None, "later": True})
        self.assertEqual((person.id, person.created, person.emails, person["later"]), ("seven", "soon", None, True))


def page(ids, token, total=3):
    return answer(200, {"_metadata": {"collection": "people", "total": total, "next": token}, "people": [{"id": one} for one in ids]})


class Lists(unittest.TestCase):
    def test_given_two_pages_then_the_loop_requests_the_second_when_it_needs_it(self):
        service = Service(page([1, 2], "n"), page([3], None))
        client, _ = open_client(service)
        records = iter(client.people.list())
        self.assertEqual([next(records).id, next(records).id], [1, 2])
        self.assertEqual(len(service.requests), 1)
        self.assertEqual([one.id for one in records], [3])
        self.assertEqual(service.requests[1].url.params["next"], "n")
        self.assertEqual(service.requests[1].url.params["limit"], "100")

    def test_given_one_page_then_it_has_the_total(self):
        client, _ = open_client(Service(page([1], "n", total=42)))
        first = client.people.list(limit=1).page()
        self.assertEqual((first.total, len(first), first.next), (42, 1, "n"))

    def test_given_a_list_without_pages_then_one_request_is_sent_without_limit(self):
        service = Service(answer(200, {"_metadata": {"collection": "systems", "total": 1, "next": None}, "systems": [{"id": 1}]}))
        client, _ = open_client(service)
        self.assertEqual(len(list(client.systems.list())), 1)
        self.assertEqual(service.requests[0].url.query, b"")


class Webhooks(unittest.TestCase):
    def test_given_a_signed_webhook_then_its_event_is_returned(self):
        headers, body = sign_sample_webhook(resource_ids=[4, 5])
        event = verify_webhook(headers, body, secret=SAMPLE_SECRET)
        self.assertEqual((event.event, event.resource_ids, event.event_id), ("peopleCreated", [4, 5], "sample-event"))
        self.assertIsNone(event.data)

    def test_given_a_rotation_then_either_secret_is_accepted(self):
        headers, body = sign_sample_webhook()
        verify_webhook(headers, body.decode(), secret=["whsec_AAAA", SAMPLE_SECRET])

    def test_given_a_forged_late_or_unsigned_webhook_then_it_is_refused(self):
        headers, body = sign_sample_webhook(now=1_700_000_000)
        cases = {
            "fits no secret": (headers, body + b" ", 1_700_000_000),
            "301 s old": (headers, body, 1_700_000_301),
            "301 s ahead": (headers, body, 1_699_999_699),
            "header is missing": ({}, body, 1_700_000_000),
            "no number": ({**headers, "webhook-timestamp": "x"}, body, 1_700_000_000),
        }
        for words, (sent, content, now) in cases.items():
            with self.subTest(words), self.assertRaisesRegex(porchlight.InvalidSignatureError, words):
                verify_webhook(sent, content, secret=SAMPLE_SECRET, now=now)

    def test_given_the_legacy_signature_then_the_key_of_the_system_decides(self):
        body = '{"eventId":"e1","event":"peopleCreated","resourceIds":[1],"uri":"https://x/é"}'
        signature = "60fd1bd3633066686d943b81ccfb16a8edff98727f4b980b8ef700cd9e6fc9c8"
        self.assertEqual(verify_legacy_webhook({"X-System-Signature": signature}, body, system_key="k").uri, "https://x/é")
        with self.assertRaises(porchlight.InvalidSignatureError):
            verify_legacy_webhook({"X-System-Signature": signature}, body, system_key="l")

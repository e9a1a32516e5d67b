"""The stream of events, against a transport that answers from a list."""

import asyncio
import unittest

import httpx

from porchlight import AsyncPorchlight, AuthenticationError, NetworkError, Porchlight

BASE = "https://api.porchlight.example"
FIRST = b': hello\nid: 1-1\n\nid: 1-2\nevent: peopleCreated\ndata: {"event": "peopleCreated", "resourceIds": [7]}\n\n'
SECOND = b'retry: 50\r\nid: 1-3\r\nevent: peopleUpdated\r\ndata: {"event": "peopleUpdated",\r\ndata: "resourceIds": [8]}\r\n\r\n'
POSITION = b"retry: 50\nid: 1-0\n\n"
RESET = b"id: 1-4\nevent: reset\ndata: {}\n\n"


class Service:
    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []

    def __call__(self, request):
        self.requests.append(request)
        result = self.answers.pop(0)
        if isinstance(result, Exception):
            raise result
        return result if isinstance(result, httpx.Response) else httpx.Response(200, content=result)


def open_client(service):
    pauses = []
    client = Porchlight(BASE, api_key="key", system=("Site", "secret"), http_client=httpx.Client(transport=httpx.MockTransport(service)))
    client._send.sleep = pauses.append
    return client, pauses


REFUSED = httpx.Response(401, json={"errorMessage": "The key is unknown.", "errorCode": "UNAUTHENTICATED", "requestId": "r1"})


class Stream(unittest.TestCase):
    def test_given_a_connection_that_ends_then_the_stream_continues_after_the_last_event(self):
        service = Service(FIRST, httpx.ConnectError("refused"), SECOND, RESET)
        client, pauses = open_client(service)
        stream = client.stream(last_event_id="1-0")
        events = [next(stream), next(stream), next(stream)]
        self.assertEqual([(one.id, one.event) for one in events], [("1-2", "peopleCreated"), ("1-3", "peopleUpdated"), ("1-4", "reset")])
        self.assertEqual((events[1].data["resourceIds"], events[2].data), ([8], {}))
        self.assertEqual([one.headers["last-event-id"] for one in service.requests], ["1-0", "1-2", "1-2", "1-3"])
        self.assertEqual((service.requests[0].headers["x-system"], service.requests[0].headers["accept"]), ("Site", "text/event-stream"))
        self.assertEqual((pauses[0], pauses[-1]), (1.0, 0.05))

    def test_given_bytes_one_by_one_then_events_are_the_same(self):
        class Slowly(httpx.SyncByteStream):
            def __iter__(self):
                return (SECOND[at : at + 1] for at in range(len(SECOND)))

        client, _ = open_client(Service(httpx.Response(200, stream=Slowly())))
        self.assertEqual(next(client.stream()).data, {"event": "peopleUpdated", "resourceIds": [8]})

    def test_given_refused_credentials_then_the_stream_ends_with_the_error(self):
        client, pauses = open_client(Service(REFUSED))
        with self.assertRaisesRegex(AuthenticationError, "The key is unknown"):
            next(client.stream())
        self.assertEqual(pauses, [])

    def test_given_asyncio_then_the_stream_reconnects_too(self):
        service = Service(FIRST, RESET)

        async def read():
            async with AsyncPorchlight(
                BASE, api_key="key", http_client=httpx.AsyncClient(transport=httpx.MockTransport(service))
            ) as client:
                client._send.sleep = lambda _pause: asyncio.sleep(0)
                stream = client.stream()
                return [(await stream.__anext__()).event, (await stream.__anext__()).event]

        self.assertEqual(asyncio.run(read()), ["peopleCreated", "reset"])
        self.assertEqual(service.requests[1].headers["last-event-id"], "1-2")

    def test_given_a_listener_of_positions_then_it_gets_the_first_at_the_start_and_each_later_one_after_its_event(self):
        client, _ = open_client(Service(POSITION + FIRST + b":\nid: 1-2\n\n" + SECOND))
        steps = []
        for event in client.stream(on_position=lambda position: steps.append(f"at {position}")):
            steps.append(event.id)
            if event.id == "1-3":
                break
        self.assertEqual(steps, ["at 1-0", "at 1-1", "1-2", "at 1-2", "1-3"])

    def test_given_missed_events_then_the_position_after_them_comes_only_after_reset_was_handled(self):
        client, _ = open_client(Service(b"retry: 50\n\n" + RESET + FIRST))
        steps = []
        for event in client.stream(last_event_id="old", on_position=lambda position: steps.append(f"at {position}")):
            steps.append(event.event)
            if event.event != "reset":
                break
        self.assertEqual(steps[:2], ["reset", "at 1-4"])

    def test_given_a_listener_of_positions_that_fails_then_the_stream_ends_and_is_not_opened_again(self):
        def fail(position):
            raise NetworkError(f"The position {position} cannot be stored.", reason="NETWORK")

        service = Service(POSITION)
        client, _ = open_client(service)
        with self.assertRaisesRegex(NetworkError, "The position 1-0 cannot be stored"):
            next(client.stream(on_position=fail))
        self.assertEqual(len(service.requests), 1)

    def test_given_asyncio_and_no_event_then_the_position_is_awaited_and_continues_the_stream(self):
        service = Service(POSITION, POSITION, FIRST)
        stored = []

        async def store(position):
            await asyncio.sleep(0)
            stored.append(position)
            raise asyncio.CancelledError

        async def read():
            async with AsyncPorchlight(
                BASE, api_key="key", http_client=httpx.AsyncClient(transport=httpx.MockTransport(service))
            ) as client:
                client._send.sleep = lambda _pause: asyncio.sleep(0)
                with self.assertRaises(asyncio.CancelledError):
                    await client.stream(on_position=store).__anext__()
                return await client.stream(last_event_id=stored[0]).__anext__()

        self.assertEqual(asyncio.run(read()).id, "1-2")
        self.assertEqual((stored, service.requests[1].headers["last-event-id"]), (["1-0"], "1-0"))

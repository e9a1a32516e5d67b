"""The examples of README.md run against a service that answers like the API."""

import contextlib
import io
import json
import os
import re
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

README = Path(os.environ.get("PORCHLIGHT_README", Path(__file__).parent.parent / "README.md"))
PERSON = {"id": 7, "name": "Ada Byron", "firstName": "Ada", "created": "2026-01-31T12:00:00Z", "emails": [{"value": "ada@example.com"}]}
STREAM = b'id: 1-2\nevent: peopleCreated\ndata: {"resourceIds": [7], "uri": "u"}\n\n'


class Api(BaseHTTPRequestHandler):
    requests = []

    def answer(self):
        length = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(length)
        is_form = "form" in (self.headers.get("content-type") or "")
        self.requests.append((self.command, self.path, json.loads(body) if body and not is_form else None))
        path = self.path.split("?")[0]
        if path == "/oauth/token":
            result = 200, {"access_token": "a1", "refresh_token": "r1", "expires_in": 3600}
        elif path.endswith("/404"):
            result = 404, {"errorMessage": "No such person.", "errorCode": "NOT_FOUND", "requestId": "r1"}
        elif self.command == "GET" and path == "/v1/people":
            result = 200, {"_metadata": {"collection": "people", "total": 1, "next": None}, "people": [PERSON]}
        else:
            result = 201 if self.command == "POST" else 200, PERSON
        text = STREAM if path == "/v1/stream" else json.dumps(result[1]).encode()
        self.send_response(result[0])
        self.send_header("etag", '"7-1"')
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = answer

    def log_message(self, *_arguments):
        pass


class Examples(unittest.TestCase):
    def test_given_the_examples_in_their_order_then_each_runs(self):
        server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        os.environ.update(API_KEY="key", SYSTEM="My Website", SYSTEM_KEY="secret", CLIENT_ID="app", CLIENT_SECRET="secret")
        blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf8"), re.S)
        origin = f"http://127.0.0.1:{server.server_port}"
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            names = {"__name__": "__main__"}
            for block in blocks:
                exec(compile(block.replace("https://api.porchlight.example", origin), "README.md", "exec"), names)
        self.assertEqual(len(blocks), 8)
        self.assertIn("7\nAda 2026 ['ada@example.com']\nNone\n7 Ada Byron\n1\n7\n7\nNOT_FOUND r1\n1-2 peopleCreated [7] u\nAda Byron\npeopleUpdated [7]", printed.getvalue())
        self.assertIn(("PUT", "/v1/people/7", {"stage": "Hot"}), Api.requests)
        self.assertIn(("GET", "/v1/people?limit=100&customColour=red", None), Api.requests)

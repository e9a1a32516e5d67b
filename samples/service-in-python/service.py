"""A service of Porchlight in Python: the resource openHouses. Start with README.md."""

import hashlib
import json
import logging
import os
import re
import signal
import threading
import unicodedata
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from pathlib import Path

import grpc
import jwt
import pymongo
from bson import ObjectId
from confluent_kafka import Consumer, Producer
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from pymongo.errors import DuplicateKeyError, PyMongoError

records_pb2, records_grpc = grpc.protos_and_services("porchlight/external/v1/record_service.proto")
change_pb2 = grpc.protos("porchlight/change/v1/change.proto")
refusal_pb2 = grpc.protos("porchlight/rpc/v1/channel_service.proto")

NAME, RESOURCE = "openhouses", "openHouses"
SERVICES = json.loads(Path(os.environ["EXTERNAL_SERVICES_FILE"]).read_text(encoding="utf-8"))
[DECLARED] = [each["resources"][0] for each in SERVICES["services"] if each["name"] == NAME]
ROLES, FIELDS = DECLARED["roles"], ["id", "version", "created", "updated", *DECLARED["fields"]]
TOKEN = {"audience": NAME, "issuer": "gateway", "options": {"require": ["iat", "exp"]}}
PUBLIC_KEY = r"(?:issuer: (\S+)\s+)?(-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----)"
# Stored fields by the names of sorts, and with an operator and a type by those of filters.
SORTS = {field: field for field in ("id", "created", "updated", "startsAt")} | {"": "id", "address": "folded"}
FILTERS = {
    "id": ("id", "$eq", int),
    "ids": ("id", "$eq", int),
    "idGreaterThan": ("id", "$gt", int),
    "idLessThan": ("id", "$lt", int),
    "personId": ("personId", "$eq", int),
    "address": ("folded", "$regex", lambda text: re.escape(fold(text))),
}
for name, field in {"created": "created", "updated": "updated", "starts": "startsAt"}.items():
    FILTERS |= {f"{name}After": (field, "$gt", str), f"{name}Before": (field, "$lt", str)}

Call = namedtuple("Call", "account actor metadata context")


class Refusal(Exception):
    """A gRPC status, a reason of docs/errors.md, and the parameters of its sentence."""

    def __init__(self, status, reason, **params):
        super().__init__(reason)
        self.status, self.reason, self.params = grpc.StatusCode[status], reason, params


def verify_token(token):
    """Returns the actor. Only the gateway calls. Its keys are rotated, so they are read again."""
    file = Path(os.environ["INTERNAL_TOKEN_PUBLIC_KEY_FILE"])
    for issuer, key in re.findall(PUBLIC_KEY, file.read_text(encoding="ascii")):
        try:
            decoded = jwt.decode_complete(token, key, ["EdDSA"], **TOKEN)
        except jwt.PyJWTError:
            continue
        if issuer in ("", "gateway") and decoded["header"].get("typ") == "porchlight+jwt":
            return decoded["payload"]["actor"]
    raise Refusal("UNAUTHENTICATED", "UNAUTHENTICATED")


def method(roles):
    """Wraps a method of the service: verifies its calls, sets the deadline, returns refusals."""

    def wrap(handle):
        def serve(service, request, context):
            metadata = dict(context.invocation_metadata())
            try:
                actor = verify_token(metadata.get("x-porchlight-token", ""))
                if actor["role"] not in roles:
                    raise Refusal("PERMISSION_DENIED", "FORBIDDEN", role=actor["role"])
                call = Call(actor["accountId"], actor, metadata, context)
                with pymongo.timeout(min(context.time_remaining() or 5, 120)):
                    return handle(service, request, call)
            except Refusal as error:
                refusal = error
            except Exception as error:
                logging.exception("a call failed")
                reason = "UNAVAILABLE" if isinstance(error, PyMongoError) else "INTERNAL"
                refusal = Refusal(reason, reason)
            params = json.dumps(refusal.params)
            details = refusal_pb2.Refusal(reason=refusal.reason, params_json=params)
            trailer = ("porchlight-refusal-bin", details.SerializeToString())
            context.set_trailing_metadata((trailer,))
            context.abort(refusal.status, refusal.reason)

        return serve

    return wrap


def fold(text):
    """Lower case without accents: how addresses are searched and sorted."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char))


def now():
    """Times are stored as RFC 3339 in UTC with milliseconds, which also sorts them."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def render(doc):
    return json.dumps({name: doc.get(name) for name in FIELDS})


def create_change(call, verb, doc, changed=()):
    """The message of a write, for `outbox`."""
    event_id = str(ObjectId())
    change = change_pb2.Change(
        event_id=event_id,
        account_id=call.account,
        service=NAME,
        resource=RESOURCE,
        verb=verb,
        ids=[doc["id"]],
        webhook_events=[f"{RESOURCE}{verb.capitalize()}"],
        changed=changed,
        record=b"" if verb == "deleted" else render(doc).encode(),
        actor_user_id=call.actor["userId"],
        system=call.actor.get("system", ""),
        suppress_own=call.metadata.get("x-porchlight-suppress-own") == "true",
    )
    change.occurred.FromJsonString(doc["updated"])
    headers = {"ce_specversion": "1.0", "ce_id": event_id, "ce_time": doc["updated"]}
    headers["ce_type"] = f"{NAME}.{RESOURCE}.{verb}"
    headers |= {name: value for name, value in call.metadata.items() if name == "traceparent"}
    message = {"topic": f"porchlight.{NAME}.changes.v1", "key": str(call.account)}
    return {**message, "headers": headers, "value": change.SerializeToString()}


class OpenHouses(records_grpc.RecordServiceServicer):
    """The five methods. A write stores the record and its change in one document."""

    def __init__(self, documents, next_key):
        self.documents, self.next_key = documents, next_key

    def find(self, call, record_id):
        query = {"_id": f"{call.account}/{record_id}", "accountId": call.account, "deleted": False}
        doc = self.documents.find_one(query)
        if doc is None:
            raise Refusal("NOT_FOUND", "NOT_FOUND", what="open house")
        return doc

    @method(ROLES["read"])
    def GetRecord(self, request, call):
        return records_pb2.GetRecordResponse(record_json=render(self.find(call, request.id)))

    @method(ROLES["write"])
    def CreateRecord(self, request, call):
        count = {"_id": str(call.account), "accountId": call.account}, {"$inc": {"last": 1}}
        counters = self.documents.database["counters"]
        counter = counters.find_one_and_update(*count, upsert=True, return_document=True)
        doc = {name: None for name in FIELDS} | json.loads(request.record_json)
        doc |= {"_id": f"{call.account}/{counter['last']}", "id": counter["last"], "version": 1}
        doc |= {"accountId": call.account, "deleted": False, "folded": fold(doc["address"])}
        doc["created"] = doc["updated"] = now()
        doc["outbox"] = [create_change(call, "created", doc)]
        response = render(doc)
        if key := call.metadata.get("x-porchlight-idempotency-key"):
            doc["key"] = hashlib.sha256(f"{call.account} {key}".encode()).hexdigest()
            doc |= {"request": call.metadata["x-porchlight-fingerprint"], "response": response}
        try:
            self.documents.insert_one(doc)
        except DuplicateKeyError:
            # Keys are unique, so this request is a repetition, perhaps after a crash.
            first = self.documents.find_one({"accountId": call.account, "key": doc["key"]})
            if first["request"] != doc["request"]:
                raise Refusal("ALREADY_EXISTS", "IDEMPOTENCY_KEY_REUSED") from None
            call.context.set_trailing_metadata((("x-porchlight-replayed", "true"),))
            response = first["response"]
        return records_pb2.CreateRecordResponse(record_json=response, created=True)

    @method(ROLES["write"])
    def UpdateRecord(self, request, call):
        after = self.write(call, request, "updated", json.loads(request.record_json))
        return records_pb2.UpdateRecordResponse(record_json=render(after))

    @method(ROLES["delete"])
    def DeleteRecord(self, request, call):
        self.write(call, request, "deleted", {})
        return records_pb2.DeleteRecordResponse()

    def write(self, call, request, verb, values):
        """Changes the version that was read; after a concurrent write it reads again."""
        for _ in range(20):
            doc = self.find(call, request.id)
            if request.options.get("ifVersion", str(doc["version"])) != str(doc["version"]):
                raise Refusal("FAILED_PRECONDITION", "PRECONDITION_FAILED")
            changed = sorted(name for name in values if values[name] != doc.get(name))
            if verb == "updated" and not changed:
                return doc
            fields = {**values, "version": doc["version"] + 1, "updated": now()}
            fields |= {"deleted": verb == "deleted", "folded": fold({**doc, **values}["address"])}
            after = {**doc, **fields}
            push = {"outbox": create_change(call, verb, after, changed)}
            guard = {name: doc[name] for name in ("_id", "accountId", "version")}
            if self.documents.update_one(guard, {"$set": fields, "$push": push}).matched_count:
                return after
        raise Refusal("ABORTED", "CONFLICT")

    @method(ROLES["read"])
    def ListRecords(self, request, call):
        query = request.query
        if query.sort not in SORTS or any(each.name not in FILTERS for each in query.filters):
            raise Refusal("INVALID_ARGUMENT", "INVALID_QUERY", problems="Unknown filter or sort.")
        sort, order = SORTS[query.sort], 1 if query.sort and not query.descending else -1
        matching = [{"accountId": call.account, "deleted": False}]
        for each in query.filters:
            field, operator, read = FILTERS[each.name]
            matching.append({"$or": [{field: {operator: read(value)}} for value in each.values]})
        # The key contains the list, so that a token is valid for one list of one user.
        key = f"{self.next_key} {call.actor['userId']} {sort} {order} {matching}"
        response = records_pb2.ListRecordsResponse()
        response.page.total = self.documents.count_documents({"$and": matching})
        if query.next:
            try:
                last = jwt.decode(query.next, key, ["HS256"])
            except jwt.PyJWTError:
                raise Refusal("INVALID_ARGUMENT", "INVALID_NEXT") from None
            beyond = {sort: {"$gt" if order > 0 else "$lt": last["value"]}}
            tie = {"$and": [{sort: last["value"]}, {"id": {"$lt": last["id"]}}]}
            matching.append({"$or": [beyond, tie]})
        found = self.documents.find({"$and": matching}).skip(query.offset).limit(query.limit + 1)
        docs = list(found.sort({sort: order, "id": -1} | {sort: order}))
        if len(docs) > query.limit:
            response.page.next = jwt.encode({"value": docs[-2][sort], "id": docs[-2]["id"]}, key)
        response.records_json.extend(map(render, docs[: query.limit]))
        return response


def publish_changes(documents, producer):
    """Sends the oldest change of each document: in order, at least once, also after a crash."""
    sent = []
    for doc in documents.find({"outbox.0": {"$exists": True}}).sort("updated").limit(200):
        change = doc["outbox"][0]
        producer.produce(**change, on_delivery=lambda error, _, doc=doc: error or sent.append(doc))
    producer.flush(15)
    for doc in sent:
        update = {"$pull": {"outbox": {"headers.ce_id": doc["outbox"][0]["headers"]["ce_id"]}}}
        if doc["deleted"] and len(doc["outbox"]) == 1:
            update["$set"] = {"expires": datetime.now(timezone.utc)}
        documents.update_one({"_id": doc["_id"], "accountId": doc["accountId"]}, update)


def erase_accounts(documents, consumer):
    """Deletes the records of deleted accounts."""
    while (message := consumer.poll(0)) and not message.error():
        change = change_pb2.Change.FromString(message.value())
        if (change.resource, change.verb) == ("accounts", "deleted"):
            documents.delete_many({"accountId": change.account_id})
        consumer.commit(message, asynchronous=False)


def main():
    logging.basicConfig(level=logging.INFO)
    stopping = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    client = pymongo.MongoClient(os.environ["MONGODB_URI"], w="majority")
    documents = client[f"porchlight_{NAME}"][RESOURCE]
    documents.create_index([("accountId", 1), ("id", -1)])
    documents.create_index("key", unique=True, sparse=True)
    documents.create_index("outbox.topic")
    documents.create_index("expires", expireAfterSeconds=24 * 3600)
    brokers = {"bootstrap.servers": os.environ["KAFKA_BROKERS"]}
    reliable = {"enable.idempotence": True, "message.timeout.ms": 10_000}
    producer = Producer({**brokers, **reliable, "partitioner": "murmur2_random"})
    producer.list_topics(timeout=30)
    group = {"group.id": f"{NAME}.accounts", "auto.offset.reset": "earliest"}
    consumer = Consumer({**brokers, **group, "enable.auto.commit": False})
    consumer.subscribe(["porchlight.auth.changes.v1"])
    servicer = OpenHouses(documents, Path(os.environ["NEXT_TOKEN_KEY_FILE"]).read_text())
    limits = [("grpc.max_receive_message_length", 8 * 1024 * 1024)]
    server = grpc.server(ThreadPoolExecutor(32), options=limits, maximum_concurrent_rpcs=256)
    records_grpc.add_RecordServiceServicer_to_server(servicer, server)
    state = health.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(state, server)
    server.add_insecure_port(os.environ["RPC_ADDRESS"])
    server.start()
    state.set("", health_pb2.HealthCheckResponse.SERVING)
    # An error ends the process, and its supervisor starts it again: nothing is lost.
    while not stopping.wait(0.1):
        publish_changes(documents, producer)
        erase_accounts(documents, consumer)
    state.enter_graceful_shutdown()
    server.stop(grace=5).wait()
    consumer.close()


if __name__ == "__main__":
    main()

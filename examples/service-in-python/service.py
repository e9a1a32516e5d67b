"""A service of Porchlight in Python: the resources of open-houses.json over gRPC (docs/services.md)."""

import base64, hashlib, hmac, json, logging, os, re, signal, sys, threading, time, unicodedata
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone

import grpc, jwt, pymongo
from confluent_kafka import Consumer, Producer
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from pymongo.errors import DuplicateKeyError, PyMongoError

sys.path.insert(0, os.environ["PROTO_FOLDER"])
records_pb2, records_grpc = grpc.protos_and_services("porchlight/external/v1/record_service.proto")
list_pb2 = grpc.protos("porchlight/common/v1/list.proto")
rpc_pb2 = grpc.protos("porchlight/rpc/v1/channel_service.proto")
change_pb2 = grpc.protos("porchlight/change/v1/change.proto")

with open(os.environ["EXTERNAL_SERVICES_FILE"], encoding="utf-8") as file:
    SERVICE = next(one for one in json.load(file)["services"] if one["name"] == os.environ["SERVICE_NAME"])
NAME = SERVICE["name"]
TOPIC = f"porchlight.{NAME}.changes.v1"
DEFAULT_TIMEOUT_S, MAX_TIMEOUT_S = 5, 120
MAX_MESSAGE_BYTES = 8 * 1024 * 1024
log = logging.getLogger(NAME)


NOUNS = [one.get("nouns", one["noun"] + "s") for one in SERVICE["resources"]]
RESOURCES = {nouns[0].lower() + nouns[1:]: one for nouns, one in zip(NOUNS, SERVICE["resources"])}


class Refusal(Exception):
    """A refusal of docs/services.md: gRPC status, reason of the table of errors, parameters of its sentence."""

    def __init__(self, code, reason, **params):
        super().__init__(reason)
        self.code, self.reason, self.params = grpc.StatusCode[code], reason, params


def now():
    value = datetime.now(timezone.utc)
    return value.replace(microsecond=value.microsecond // 1000 * 1000)


def parse_time(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def format_time(value):
    return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def fold(text):
    """Lower case without accents, as the filter `contains` compares."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char))


class Tokens:
    """Verifies internal tokens; reads the key file again every 30 s, because keys are rotated."""

    def __init__(self, path):
        self.path, self.read_at, self.keys = path, 0.0, {}

    def find_keys(self, issuer):
        if time.monotonic() - self.read_at > 30:
            with open(self.path, encoding="ascii") as key_file:
                text = key_file.read()
            pattern = r"(?:issuer: (\S+)\s+)?(-----BEGIN PUBLIC KEY-----.+?-----END PUBLIC KEY-----)"
            keys = {}
            for name, pem in re.findall(pattern, text, re.S):
                keys.setdefault(name or "gateway", []).append(load_pem_public_key(pem.encode()))
            self.keys, self.read_at = keys, time.monotonic()
        return self.keys.get(issuer, [])

    def verify(self, token):
        """Returns the actor. No other service calls this one, so the only issuer is the gateway."""
        for key in self.find_keys("gateway") if 0 < len(token) <= 4096 else []:
            try:
                required = {"require": ["iss", "aud", "iat", "exp"]}
                decoded = jwt.decode_complete(
                    token, key, algorithms=["EdDSA"], audience=NAME, issuer="gateway", options=required
                )
            except jwt.PyJWTError:
                continue
            actor = decoded["payload"].get("actor")
            if decoded["header"].get("typ") == "porchlight+jwt" and isinstance(actor, dict):
                if isinstance(actor.get("accountId"), int) and actor["accountId"] > 0:
                    return actor
        raise Refusal("UNAUTHENTICATED", "UNAUTHENTICATED")


class Records(records_grpc.RecordServiceServicer):
    """The five methods. A write is one document with its change in `outbox`; Publisher sends it afterwards."""

    def __init__(self, database, tokens, next_key, wake):
        self.database, self.tokens, self.next_key, self.wake = database, tokens, next_key, wake

    def call(self, verb, request, context):
        """Verifies the token and the role, sets the deadline, and turns errors into refusals."""
        metadata = dict(context.invocation_metadata())
        try:
            actor = self.tokens.verify(metadata.get("x-porchlight-token", ""))
            declared = RESOURCES.get(request.resource)
            if declared is None:
                raise Refusal("NOT_FOUND", "NO_SUCH_PATH")
            roles = declared["roles"]
            if actor["role"] not in roles.get(verb, roles.get("read" if verb in ("get", "list") else "write", [])):
                raise Refusal("PERMISSION_DENIED", "FORBIDDEN", role=actor["role"])
            remaining = context.time_remaining()
            with pymongo.timeout(min(DEFAULT_TIMEOUT_S if remaining is None else remaining, MAX_TIMEOUT_S)):
                call = Call(self.database, request.resource, declared, actor, metadata, context, self)
                return getattr(call, verb)(request)
        except Refusal as refusal:
            self.refuse(context, refusal)
        except PyMongoError as error:
            log.error("database: %s", error)
            names = ("DEADLINE_EXCEEDED", "DEADLINE") if error.timeout else ("UNAVAILABLE", "UNAVAILABLE")
            self.refuse(context, Refusal(*names))
        except Exception:
            log.exception("%s of %s failed", verb, request.resource)
            self.refuse(context, Refusal("INTERNAL", "INTERNAL"))

    def refuse(self, context, refusal):
        detail = rpc_pb2.Refusal(reason=refusal.reason, params_json=json.dumps(refusal.params))
        context.set_trailing_metadata((("porchlight-refusal-bin", detail.SerializeToString()),))
        context.abort(refusal.code, refusal.reason)


for verb in ("create", "get", "list", "update", "delete"):
    method = lambda self, request, context, verb=verb: self.call(verb, request, context)
    setattr(Records, f"{verb.capitalize()}Record{'s' if verb == 'list' else ''}", method)


class Call:
    """One call of an actor. Every query contains the account of the token."""

    def __init__(self, database, resource, declared, actor, metadata, context, owner):
        self.database, self.documents, self.resource, self.declared = database, database[resource], resource, declared
        self.actor, self.metadata, self.context, self.owner = actor, metadata, context, owner
        self.account = actor["accountId"]

    def parse(self, record_json):
        kinds = {name: field["kind"] for name, field in self.declared["fields"].items()}
        given = {name: value for name, value in json.loads(record_json).items() if name in kinds}
        return {name: parse_time(v) if v is not None and kinds[name] == "dateTime" else v for name, v in given.items()}

    def render(self, doc):
        record = {**doc["values"], **{name: doc[name] for name in ("id", "version", "created", "updated")}}
        return json.dumps({name: format_time(v) if isinstance(v, datetime) else v for name, v in record.items()})

    def key(self, record_id):
        return {"_id": self.account * 2**32 + record_id, "deleted": False}

    def event(self, verb, doc, changed=()):
        """The outbox entry of a write."""
        event_id = f"{int(time.time() * 1000):012x}{os.urandom(10).hex()}"
        events = [self.resource + verb.capitalize()] if verb in self.declared.get("webhooks", []) else []
        change = change_pb2.Change(
            event_id=event_id, account_id=self.account, service=NAME, resource=self.resource, verb=verb,
            ids=[doc["id"]], webhook_events=events, actor_user_id=self.actor["userId"], changed=changed,
            system=self.actor.get("system") or "", record=b"" if verb == "deleted" else self.render(doc).encode(),
            suppress_own=self.metadata.get("x-porchlight-suppress-own") == "true",
        )
        change.occurred.FromDatetime(doc["updated"])
        trace = self.metadata.get("traceparent", "")
        kind = f"{NAME}.{self.resource}.{verb}"
        return {"id": event_id, "type": kind, "trace": trace, "time": format_time(doc["updated"]),
                "value": change.SerializeToString()}

    def complete(self, doc):
        folded = {name: fold(value) for name, value in doc["values"].items() if isinstance(value, str)}
        return {**doc, "folded": folded}

    def create(self, request):
        values = {name: None for name in self.declared["fields"]} | self.parse(request.record_json)
        reserved = self.reserve_id()
        at = reserved["created"]
        doc = {"id": reserved["id"], "accountId": self.account, "version": 1, "values": values}
        doc |= {"created": at, "updated": at}
        stored = self.complete({"_id": self.key(doc["id"])["_id"], **doc, "deleted": False})
        response = records_pb2.CreateRecordResponse(record_json=self.render(doc), created=True)
        if not reserved.get("done"):
            try:
                self.documents.insert_one({**stored, "outbox": [self.event("created", doc)]})
                self.owner.wake.set()
            except DuplicateKeyError:
                reserved["done"] = True
            if "key" in reserved:
                self.database.idempotency.update_one({"_id": reserved["key"]}, {"$set": {"done": True}})
        if reserved.get("done"):
            self.context.set_trailing_metadata((("x-porchlight-replayed", "true"),))
        return response

    def reserve_id(self):
        """A new id; that of the first call for a repeated idempotency key, so that a crash creates no second record."""
        given = self.metadata.get("x-porchlight-idempotency-key", "")
        fingerprint = self.metadata.get("x-porchlight-fingerprint", "")
        key = hashlib.sha256(f"{self.account} {self.resource} {given}".encode()).hexdigest()
        known = self.database.idempotency.find_one({"_id": key}) if given else None
        if known is None:
            counter = self.database.counters.find_one_and_update(
                {"_id": f"{self.account} {self.resource}"}, {"$inc": {"last": 1}}, upsert=True, return_document=True
            )
            known = {"id": counter["last"], "created": now()}
            if not given:
                return known
            try:
                more = {"_id": key, "accountId": self.account, "fingerprint": fingerprint}
                self.database.idempotency.insert_one({**known, **more})
            except DuplicateKeyError:
                known = None
            known = self.database.idempotency.find_one({"_id": key}) if known is None else {**known, **more}
        if known["fingerprint"] != fingerprint:
            raise Refusal("ALREADY_EXISTS", "IDEMPOTENCY_KEY_REUSED")
        return {**known, "key": key}

    def find(self, record_id):
        doc = self.documents.find_one({**self.key(record_id), "accountId": self.account})
        if doc is None:
            what = re.sub(r"(?<!^)([A-Z])", r" \1", self.declared["noun"]).lower()
            raise Refusal("NOT_FOUND", "NOT_FOUND", what=what)
        return doc

    def get(self, request):
        return records_pb2.GetRecordResponse(record_json=self.render(self.find(request.id)))

    def write(self, request, verb, values):
        """Replaces the version that was read; repeats after a concurrent write, unless the client named a version."""
        for _ in range(20):
            doc = self.find(request.id)
            if request.options.get("ifVersion") not in (None, str(doc["version"])):
                raise Refusal("FAILED_PRECONDITION", "PRECONDITION_FAILED")
            changed = sorted(name for name, value in values.items() if doc["values"].get(name) != value)
            if verb == "updated" and not changed:
                return doc
            after = {**doc, "version": doc["version"] + 1, "updated": now(), "values": {**doc["values"], **values}}
            entry = self.event(verb, after, changed)
            after = self.complete({**after, "deleted": verb == "deleted", "outbox": doc["outbox"] + [entry]})
            guard = {**self.key(request.id), "version": doc["version"]}
            fields = {name: after[name] for name in ("version", "updated", "values", "folded", "deleted")}
            if self.documents.update_one(guard, {"$set": fields, "$push": {"outbox": entry}}).matched_count:
                self.owner.wake.set()
                return after
        raise Refusal("ABORTED", "CONFLICT")

    def update(self, request):
        after = self.write(request, "updated", self.parse(request.record_json))
        return records_pb2.UpdateRecordResponse(record_json=self.render(after))

    def delete(self, request):
        self.write(request, "deleted", {})
        return records_pb2.DeleteRecordResponse()

    def condition(self, given):
        declared = self.declared.get("filters", {}).get(given.name)
        name = given.name
        if name in ("id", "ids", "idGreaterThan", "idLessThan"):
            path, kind, match = "id", "integer", {"idGreaterThan": "above", "idLessThan": "below"}.get(name, "equals")
        elif re.fullmatch("(created|updated)(After|Before)", name):
            path, kind, match = name[:7], "dateTime", "above" if name.endswith("After") else "below"
        elif declared:
            field = declared.get("field", name)
            path, kind, match = f"values.{field}", self.declared["fields"][field]["kind"], declared["match"]
        else:
            raise Refusal("INVALID_ARGUMENT", "INVALID_QUERY", problems=f"Unknown parameter '{name}'.")
        if match == "contains":
            return {"$or": [{path.replace("values", "folded"): {"$regex": re.escape(fold(v))}} for v in given.values]}
        readers = {"integer": int, "reference": int, "dateTime": parse_time, "boolean": lambda v: v == "true"}
        values = [readers.get(kind, str)(value) for value in given.values]
        return {path: {"above": {"$gt": values[0]}, "below": {"$lt": values[0]}}.get(match, {"$in": values})}

    def list(self, request):
        query = request.query
        sort = query.sort or "id"
        if sort not in ["id", *self.declared.get("sorts", [])]:
            raise Refusal("INVALID_ARGUMENT", "INVALID_QUERY", problems=f"Unknown sort '{sort}'.")
        path = sort if sort in ("id", "created", "updated") else f"values.{sort}"
        if self.declared["fields"].get(sort, {}).get("kind") == "string":
            path = f"folded.{sort}"
        order = -1 if query.descending or not query.sort else 1
        matching = {"$and": [{"accountId": self.account, "deleted": False}, *map(self.condition, query.filters)]}
        filters = [[one.name, *one.values] for one in query.filters]
        scope = [self.account, self.actor["userId"], self.resource, sort, order, filters]
        page = {"$and": [*matching["$and"], self.after(query.next, scope, path, order)]} if query.next else matching
        keys = [("id", order)] if path == "id" else [(path, order), ("id", -1)]
        limit = max(1, min(query.limit, 100))
        docs = list(self.documents.find(page).sort(keys).skip(0 if query.next else query.offset).limit(limit + 1))
        shown, more = docs[:limit], len(docs) > limit
        token = self.sign(scope, self.position(shown[-1], path)) if more else ""
        about = list_pb2.ListPage(total=self.documents.count_documents(matching), next=token)
        return records_pb2.ListRecordsResponse(records_json=[self.render(doc) for doc in shown], page=about)

    def position(self, doc, path):
        value = doc
        for part in path.split("."):
            value = value[part]
        return [format_time(value) if isinstance(value, datetime) else value, isinstance(value, datetime), doc["id"]]

    def sign(self, scope, position):
        body = base64.urlsafe_b64encode(json.dumps(position).encode()).decode()
        mac = hmac.new(self.owner.next_key, (json.dumps(scope) + body).encode(), hashlib.sha256).hexdigest()
        return f"{body}.{mac[:32]}"

    def after(self, token, scope, path, order):
        try:
            value, is_time, last = json.loads(base64.urlsafe_b64decode(token.split(".")[0]))
            genuine = hmac.compare_digest(token, self.sign(scope, [value, is_time, last]))
        except ValueError:
            genuine = False
        if not genuine:
            raise Refusal("INVALID_ARGUMENT", "INVALID_NEXT")
        value, beyond = parse_time(value) if is_time else value, "$gt" if order > 0 else "$lt"
        if path == "id":
            return {"id": {beyond: last}}
        return {"$or": [{path: {beyond: value}}, {path: value, "id": {"$lt": last}}]}


def publish_changes(database, producer, wake, stopping):
    """Publishes outbox entries in their order, then removes them: at least once, also after a crash."""
    while not stopping.is_set():
        wake.wait(1.0)
        wake.clear()
        try:
            for resource in RESOURCES:
                unsent = database[resource].find({"outbox.0": {"$exists": True}}).sort("updated", 1).limit(200)
                while pending := list(unsent.clone()):
                    failed = set()
                    for doc in pending:
                        for entry in doc["outbox"]:
                            send(producer, doc, entry, failed)
                    if producer.flush(10) > 0 or failed:
                        raise RuntimeError(f"{len(failed)} changes were not acknowledged")
                    for doc in pending:
                        sent = [entry["id"] for entry in doc["outbox"]]
                        database[resource].update_one({"_id": doc["_id"]}, {"$pull": {"outbox": {"id": {"$in": sent}}}})
                        database[resource].delete_one({"_id": doc["_id"], "deleted": True, "outbox": []})
        except Exception:
            log.exception("publishing is delayed")
            stopping.wait(1.0)
            wake.set()


def send(producer, doc, entry, failed):
    headers = {"ce_specversion": "1.0", "ce_id": entry["id"], "ce_type": entry["type"], "ce_time": entry["time"]}
    if entry["trace"]:
        headers["traceparent"] = entry["trace"]
    report = lambda error, _message: failed.add(entry["id"]) if error else None
    producer.produce(TOPIC, key=str(doc["accountId"]), value=entry["value"], headers=headers, on_delivery=report)


def follow_accounts(database, consumer, stopping):
    """Erases the records of deleted accounts."""
    consumer.subscribe(["porchlight.auth.changes.v1"])
    while not stopping.is_set():
        message = consumer.poll(1.0)
        if message is None or message.error():
            continue
        change = change_pb2.Change.FromString(message.value())
        if (change.resource, change.verb) == ("accounts", "deleted"):
            for name in [*RESOURCES, "idempotency"]:
                database[name].delete_many({"accountId": change.account_id})
        consumer.commit(message, asynchronous=False)
    consumer.close()


def main():
    logging.basicConfig(level=logging.INFO, stream=sys.stdout)
    client = pymongo.MongoClient(os.environ["MONGODB_URI"], tz_aware=True, w="majority", serverSelectionTimeoutMS=5000)
    database = client[f"porchlight_{NAME}"]
    for resource in RESOURCES:
        database[resource].create_index([("accountId", 1), ("id", -1)])
        database[resource].create_index("outbox.id")
    database.idempotency.create_index("created", expireAfterSeconds=24 * 3600)
    kafka = {"bootstrap.servers": os.environ["KAFKA_BROKERS"]}
    settings = {"enable.idempotence": True, "partitioner": "murmur2_random", "message.timeout.ms": 10000}
    producer = Producer({**kafka, **settings})
    producer.list_topics(timeout=30)
    settings = {"group.id": f"{NAME}.accounts", "auto.offset.reset": "earliest", "enable.auto.commit": False}
    consumer = Consumer({**kafka, **settings})
    wake, stopping = threading.Event(), threading.Event()
    wake.set()
    workers = [
        threading.Thread(target=publish_changes, args=(database, producer, wake, stopping)),
        threading.Thread(target=follow_accounts, args=(database, consumer, stopping)),
    ]
    with open(os.environ["NEXT_TOKEN_KEY_FILE"], encoding="ascii") as key_file:
        next_key = base64.b64decode(key_file.read())
    limits = [(f"grpc.max_{way}_message_length", MAX_MESSAGE_BYTES) for way in ("receive", "send")]
    server = grpc.server(ThreadPoolExecutor(32), options=limits, maximum_concurrent_rpcs=256)
    tokens = Tokens(os.environ["INTERNAL_TOKEN_PUBLIC_KEY_FILE"])
    records_grpc.add_RecordServiceServicer_to_server(Records(database, tokens, next_key, wake), server)
    state = health.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(state, server)
    if server.add_insecure_port(os.environ["RPC_ADDRESS"]) == 0:
        sys.exit("The port is taken.")
    for worker in workers:
        worker.start()
    server.start()
    state.set("", health_pb2.HealthCheckResponse.SERVING)
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: stopping.set())
    log.info("serving %s at %s", ", ".join(RESOURCES), os.environ["RPC_ADDRESS"])
    stopping.wait()
    state.enter_graceful_shutdown()
    server.stop(grace=5).wait()
    wake.set()
    for worker in workers:
        worker.join(5)


if __name__ == "__main__":
    main()

#!/usr/bin/env bash
# Tries the stack of docker-compose.yml: everything healthy, the first lead through, its webhook received and both signatures good.
# Needs a Docker engine with the images (`docker compose build`, or docker build of each).
# The receiver shares the network of the notifier's container, for which localhost is then the receiver.
#   lab/images/try-compose.sh
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
port=${PORCHLIGHT_PORT:-8443} receiver_port=9443
node_image=$(sed -nE 's/^ARG NODE_IMAGE=//p' deploy/docker/Dockerfile)
scratch=$(mktemp -d)
receiver=
trap '[ -z "$receiver" ] || docker rm -f "$receiver" >/dev/null; rm -rf "$scratch"' EXIT
field() { node -e 'let value = JSON.parse(require("fs").readFileSync(0)); for (const key of process.argv[1].split(".")) value = value[key]; console.log(value)' "$1"; }
operator() { docker compose run --rm -T operator --json "$@"; }

export EGRESS_ALLOW=localhost:$receiver_port EGRESS_CA_FILE=/run/porchlight/tls/ca.crt
began=$(date +%s%3N)
docker compose up --no-build --wait
echo "everything healthy after $(($(date +%s%3N) - began)) ms"
docker cp "$(docker compose ps -aq keys):/run/porchlight/tls/." "$scratch"

name="Try $began"
account=$(operator account create --name "$name" --first-name Ada --last-name Byron --email "try-$began@example.com" | field accountId)
key=$(operator key create --account "$account" --user 1 --label try | field apiKey)
system_key=$(operator system register --name "$name" | field key)
call() { # METHOD PATH [BODY]
  curl -sS --fail-with-body --cacert "$scratch/ca.crt" -u "$key:" -H "X-System: $name" -H "X-System-Key: $system_key" \
    -H 'Content-Type: application/json' -X "$1" "https://localhost:$port$2" ${3:+-d "$3"}
}
webhook=$(call POST /v1/webhooks "{\"event\":\"peopleCreated\",\"url\":\"https://localhost:$receiver_port/try\"}")

cat >"$scratch/connection.json" <<J
{"baseUrl": "https://localhost:$port", "caFile": "ca.crt", "receiverTls": {"certFile": "localhost.crt", "keyFile": "localhost.key"},
 "system": {"name": "$name", "key": "$system_key"}, "accounts": [{"id": $account, "name": "$name", "users": {"owner": {"id": 1, "name": "Ada", "email": "", "apiKey": "$key"}}}]}
J
receiver=$(docker run -d --network "container:$(docker compose ps -q notifier)" -v "$root:/porchlight:ro" -v "$scratch:/try:ro" -w /try "$node_image" \
  node /porchlight/dist/tools/receiver/main.js --port $receiver_port --account "$account" --no-register --secret "$(field secret <<<"$webhook")" --connection connection.json)

told() { # TEXT: waits for it in what the receiver prints, 20 s at most
  for _ in $(seq 100); do
    docker logs "$receiver" 2>&1 | grep -B1 "$1" && return
    sleep 0.2
  done
  docker logs "$receiver" 2>&1 | tail -20
  return 1
}
told 'Receiving on'
call POST /v1/events '{"source":"try.example","type":"Registration","person":{"firstName":"Grace","lastName":"Hopper","emails":[{"value":"grace@example.com"}]}}' >/dev/null
told 'signatures: standard ok, legacy ok'
for _ in $(seq 50); do
  delivered=$(call GET "/v1/webhooks/$(field id <<<"$webhook")/deliveries" | field deliveries.0.status)
  [ "$delivered" = Delivered ] && break
  sleep 0.1
done
[ "$delivered" = Delivered ] || { echo "the delivery is '$delivered'"; exit 1; }
echo 'the first lead is through, its webhook delivered and verified'

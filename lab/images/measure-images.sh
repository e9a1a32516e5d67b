#!/usr/bin/env bash
# Measures the services in containers: image beyond the base (gzip), start to ready, resident memory idle and at load, stop.
# Needs the stack of docker-compose.yml running (`docker compose up --wait`). Each service is stopped and started once.
#   lab/images/measure-images.sh [COMMAND THAT MAKES LOAD …]
set -euo pipefail
services=($(sed -nE 's/^ *"([a-z]+)":.*/\1/p' "$(dirname "$0")/../../libs/contracts/src/services.json"))
container() { docker ps -aq --filter "label=com.docker.compose.project=porchlight" --filter "label=com.docker.compose.service=$1" | head -1; }
now() { date +%s%3N; }
# Bytes of the service's own layers: what the image has and its base has not, compressed.
beyond() {
  docker image save "porchlight/$1:${PORCHLIGHT_VERSION:-local}" -o "$scratch/image.tar"
  rm -rf "$scratch/image" && mkdir "$scratch/image" && tar -xf "$scratch/image.tar" -C "$scratch/image"
  python3 - "$scratch/image" <<'P'
import gzip, json, os, sys
root = sys.argv[1]
layers = json.load(open(f'{root}/manifest.json'))[0]['Layers'][1:]
print(f"{sum(len(gzip.compress(open(os.path.join(root, l), 'rb').read(), 6)) for l in layers) / 1e6:.1f}")
P
}
resident() { awk '/^VmRSS/ { printf "%.0f", $2 / 1024 }' "/proc/$(docker inspect -f '{{.State.Pid}}' "$1")/status"; }
ready() { docker exec "$1" /usr/local/bin/node /app/healthcheck.js 2>/dev/null; }
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT

declare -A size stop start idle load
for name in "${services[@]}"; do
  id=$(container "$name")
  size[$name]=$(beyond "$name")
  idle[$name]=$(resident "$id")
  before=$(now); docker stop -t 20 "$id" >/dev/null; stop[$name]=$(($(now) - before))
  docker start "$id" >/dev/null
  for _ in $(seq 300); do ready "$id" && break; sleep 0.05; done
  began=$(date -d "$(docker inspect -f '{{.State.StartedAt}}' "$id")" +%s%3N)
  # The moment at which the service itself says that it has started.
  line=$(docker logs --since "$(docker inspect -f '{{.State.StartedAt}}' "$id")" "$id" 2>&1 | grep -m1 '"service.started"' || true)
  at=$(sed -nE 's/.*"time":"?([0-9]{13}|[^",]+).*/\1/p' <<<"$line")
  [[ $at =~ ^[0-9]{13}$ ]] || at=$(date -d "${at:-now}" +%s%3N)
  start[$name]=$((at - began))
done
[ $# -gt 0 ] && { "$@" >/dev/null & worker=$!; sleep 10; }
for name in "${services[@]}"; do load[$name]=$(resident "$(container "$name")"); done
[ $# -gt 0 ] && wait "$worker"
printf '%-10s %14s %14s %10s %10s %10s\n' service 'image beyond MB' 'start ms' 'idle MB' "${1:+load }MB" 'stop ms'
for name in "${services[@]}"; do
  printf '%-10s %14s %14s %10s %10s %10s\n' "$name" "${size[$name]}" "${start[$name]}" "${idle[$name]}" "${load[$name]}" "${stop[$name]}"
done

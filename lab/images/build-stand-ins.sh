#!/usr/bin/env bash
# Builds local images under the names that docker-compose.yml and deploy/docker/Dockerfile pin, from Debian's packages, Kafka's
# jars and the embedded database: for a machine with a Docker engine and no image registry. They are marked by a label, and an
# image that is not ours is never replaced. Needs root (debootstrap), a Docker engine, and one earlier `npm start` or `npm test`,
# which fetches Kafka's jars and the database.
#
#   lab/images/build-stand-ins.sh            builds what is missing
#   lab/images/build-stand-ins.sh --remove   removes them again
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cache=${PORCHLIGHT_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/porchlight}
label=porchlight.stand-in
export DOCKER_BUILDKIT=0

pinned() { sed -nE "s|^ *(ARG )?$1[:=] *(&[a-z-]+ )?([^ ]+).*|\3|p" "$2" | head -1; }
kafka=$(pinned x-kafka "$root/docker-compose.yml")
mongodb=$(pinned x-mongodb "$root/docker-compose.yml")
node=$(pinned NODE_IMAGE "$root/deploy/docker/Dockerfile")
mail=$(sed -nE 's|^ *image: (axllent/[^ ]+)$|\1|p' "$root/docker-compose.yml")
runtime=$(pinned RUNTIME_IMAGE "$root/deploy/docker/Dockerfile")
debian=porchlight-stand-in/debian

if [ "${1:-}" = --remove ]; then
  docker image ls -q --filter "label=$label" | sort -u | xargs -r docker image rm -f
  exit
fi

scratch=$(mktemp -d)
trap 'rm -rf --one-file-system "$scratch"' EXIT

# Whether an image of this name has to be built: it is missing. Refuses nothing, replaces nothing.
missing() {
  docker image inspect "$1" >/dev/null 2>&1 || return 0
  echo "$1: there already$(docker image inspect -f "{{if index .Config.Labels \"$label\"}} (stand-in){{end}}" "$1")"
  return 1
}

import() { # FOLDER IMAGE [CHANGE …]
  local folder=$1 image=$2 changes=(); shift 2
  for change in "LABEL $label=true" "$@"; do changes+=(--change "$change"); done
  tar -C "$folder" --exclude=./dev --exclude='./var/cache/apt/archives/*.deb' -c . | docker import "${changes[@]}" - "$image" >/dev/null
  echo "$image: stand-in built"
}

# Builds lab/images/NAME.Dockerfile with a folder as its context.
build() { # NAME CONTEXT IMAGE
  cp "$here"/stand-in-* "$2"
  docker build --network=host -q --build-arg NODE_IMAGE="$node" -f "$here/$1.Dockerfile" -t "$3" "$2" >/dev/null
  echo "$3: stand-in built"
}

if missing $debian; then
  debootstrap --variant=minbase bookworm "$scratch/debian" >"$scratch/debootstrap.log" || { tail "$scratch/debootstrap.log"; exit 1; }
  import "$scratch/debian" $debian
fi

# The few libraries that a program of C++ needs, and nothing else: no shell, no package manager.
if missing "$runtime"; then
  mkdir -p "$scratch/packages" "$scratch/runtime"
  (cd "$scratch/packages" && apt-get -o APT::Sandbox::User=root download -q libc6 libgcc-s1 libstdc++6 ca-certificates tzdata netbase >/dev/null)
  for package in "$scratch"/packages/*.deb; do dpkg-deb -x "$package" "$scratch/runtime"; done
  mkdir -p "$scratch/runtime/"{tmp,proc,sys,etc/ssl/certs,home/nonroot}
  chmod 1777 "$scratch/runtime/tmp"
  cp /etc/ssl/certs/ca-certificates.crt "$scratch/runtime/etc/ssl/certs/"
  echo 'nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin' >"$scratch/runtime/etc/passwd"
  echo 'nonroot:x:65532:' >"$scratch/runtime/etc/group"
  import "$scratch/runtime" "$runtime" 'USER 65532' 'ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt'
fi

if missing "$node"; then
  mkdir -p "$scratch/node/npm"
  cp -L "$root/node_modules/.bin/node" "$scratch/node/"
  cp -r "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")/." "$scratch/node/npm/"
  cp /etc/ssl/certs/ca-certificates.crt "$scratch/node/"
  build node "$scratch/node" "$node"
fi

if missing "$kafka"; then
  mkdir -p "$scratch/kafka/libs"
  jars=$(ls -d "$cache"/kafka-*/libs | head -1)
  cp "$jars"/*.jar "$scratch/kafka/libs/"
  # Its command-line tools are a jar of their own.
  mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact="org.apache.kafka:kafka-tools:${kafka##*:}" -DoutputDirectory="$scratch/kafka/libs"
  build kafka "$scratch/kafka" "$kafka"
fi

if missing "$mongodb"; then
  mkdir -p "$scratch/mongodb/server"
  server=$(ls -d "$cache"/secantus-*/ | head -1)
  cp -r "$server". "$scratch/mongodb/server/"
  build mongodb "$scratch/mongodb" "$mongodb"
fi

if missing "$mail"; then
  mkdir -p "$scratch/mail"
  build mail "$scratch/mail" "$mail"
fi

#!/usr/bin/env bash
# Copies programs of this machine, with the libraries that ldd lists, into the file systems of the test cluster's images.
#   make-layers.sh OUT NODE JAVA KAFKA_LIBS KAFKA_TOOLS_JAR DATABASE
# Writes OUT/base (Node), OUT/kafka (Java, Kafka, a shell) and OUT/database.
set -euo pipefail
out=$1 node=$2 java=$3 libs=$4 tools=$5 database=$6
here=$(cd "$(dirname "$0")" && pwd)

# Copies the shared libraries of programs to the same paths.
copy_libraries() { # ROOT FILE …
  local root=$1; shift
  { ldd "$@" 2>/dev/null || true; } | sed -nE 's/.*(=> |^\t)(\/[^ ]+) \(.*/\2/p' | sort -u | while read -r library; do
    [ -e "$root$library" ] || install -D -m 755 "$(readlink -f "$library")" "$root$library"
  done
}

make_root() { # ROOT
  mkdir -p "$1"/{tmp,proc,sys,dev,run,etc/ssl/certs,home/nonroot}
  chmod 1777 "$1/tmp"
  cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/" 2>/dev/null || true
  echo 'nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin' >"$1/etc/passwd"
  echo 'nonroot:x:65532:' >"$1/etc/group"
  echo 'hosts: files dns' >"$1/etc/nsswitch.conf"
}

rm -rf "$out/base" "$out/kafka" "$out/database"

make_root "$out/base"
install -D -m 755 "$node" "$out/base/usr/local/bin/node"
copy_libraries "$out/base" "$node"

root=$out/kafka
make_root "$root"
home=$(dirname "$(dirname "$(readlink -f "$java")")")
mkdir -p "$root$home" "$root/opt/kafka/bin" "$root/usr/local/bin" "$root/usr/bin" "$root/bin" "$root/var/lib/kafka/data"
tar -C "$home" --dereference --ignore-failed-read --warning=no-failed-read --warning=no-file-changed \
  --exclude=./jmods --exclude=./man --exclude=./docs --exclude=./include --exclude=./legal --exclude='./lib/src.zip' --exclude='./lib/ct.sym' -c . 2>/dev/null |
  tar -C "$root$home" -x
ln -s "$home/bin/java" "$root/usr/bin/java"
# shellcheck disable=SC2046
copy_libraries "$root" "$java" $(find "$home/lib" -name '*.so')
for program in bash sed awk grep cat cut env tr sort mkdir rm sleep; do
  file=$(readlink -f "$(PATH=/usr/bin:/bin command -v -p "$program" || command -v "$program")")
  install -D -m 755 "$file" "$root/usr/bin/$program"
  copy_libraries "$root" "$file"
done
ln -s ../usr/bin/bash "$root/bin/bash"
ln -s ../usr/bin/bash "$root/bin/sh"
mkdir -p "$root/opt/kafka/libs"
cp "$libs"/*.jar "$tools" "$root/opt/kafka/libs/"
for command in kafka-topics.sh kafka-configs.sh kafka-acls.sh; do
  install -m 755 "$here/../images/stand-in-kafka-command" "$root/opt/kafka/bin/$command"
done
install -m 755 "$here/../images/stand-in-kafka" "$root/usr/local/bin/stand-in-kafka"
chown -R 65532:65532 "$root/opt/kafka" "$root/var/lib/kafka"

root=$out/database
make_root "$root"
mkdir -p "$root/opt/server" "$root/data/db"
cp -r "$(dirname "$(dirname "$database")")/." "$root/opt/server/"
rm -f "$root/opt/server/.complete"
copy_libraries "$root" "$database"
chown -R 65532:65532 "$root/data"

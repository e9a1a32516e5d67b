#!/bin/bash
# Grants the rights of access.yaml with Kafka's own tools: compose, and the chart's job. Rights that are no longer in the
# file stay until an administrator removes them.
#   grant-access.sh BOOTSTRAP_SERVERS ACCESS_FILE [USER_FORMAT] [OPTIONS OF kafka-acls.sh …]
# USER_FORMAT is the name of a user at the brokers, %s its name in the file; default: %s. With PASSWORDS=FOLDER each user
# gets the password in FOLDER/<user>.password, for SCRAM-SHA-512.
set -euo pipefail
servers=$1 file=$2 format=${3:-%s}
shift $(($# < 3 ? $# : 3))
bin=${KAFKA_BIN:-/opt/kafka/bin}
entries=$(sed -nE 's/^ *- \{ user: ([^,]+), operation: ([^,]+), resource: ([^,]+), name: ([^ ]+) \}$/\1 \2 \3 \4/p' "$file")
for user in $(cut -d' ' -f1 <<<"$entries" | sort -u); do
  # shellcheck disable=SC2059
  name=$(printf "$format" "$user")
  if [ -n "${PASSWORDS:-}" ]; then
    password=$(<"$PASSWORDS/$user.password")
    "$bin/kafka-configs.sh" --bootstrap-server "$servers" "$@" --alter --entity-type users --entity-name "$name" \
      --add-config "SCRAM-SHA-512=[password=$password]" </dev/null
  fi
  for operation in Read Write; do
    # One call for all resources: each call starts a JVM.
    resources=$(awk -v user="$user" -v operation="$operation" \
      '$1 == user && $2 == operation { print "--" $3, $4 }' <<<"$entries")
    [ -z "$resources" ] && continue
    # shellcheck disable=SC2086
    "$bin/kafka-acls.sh" --bootstrap-server "$servers" "$@" --add --allow-principal "User:$name" \
      --operation "$operation" $resources </dev/null >/dev/null
  done
done

#!/bin/bash
# Creates the missing topics of topics.yaml with Kafka's own tools and sets their retention: compose, and the chart's job.
#   create-topics.sh BOOTSTRAP_SERVERS TOPICS_FILE [REPLICAS] [OPTIONS OF kafka-topics.sh …]
set -euo pipefail
servers=$1 file=$2 replicas=${3:-1}
shift $(($# < 3 ? $# : 3))
# A write is on all copies but one before it is acknowledged.
insync=$((replicas > 1 ? replicas - 1 : 1))
bin=${KAFKA_BIN:-/opt/kafka/bin}
# One call for all topics: each call starts a JVM.
present=$("$bin/kafka-topics.sh" --bootstrap-server "$servers" "$@" --describe </dev/null | grep 'PartitionCount' || true)
sed -nE 's/^ *- \{ name: ([^,]+), partitions: ([0-9]+), retentionMs: ([0-9]+) \}$/\1 \2 \3/p' "$file" |
  while read -r name partitions retention; do
    current=$(awk -v name="$name" '$1 == "Topic:" && $2 == name' <<<"$present")
    if [ -z "$current" ]; then
      "$bin/kafka-topics.sh" --bootstrap-server "$servers" "$@" --create --if-not-exists --topic "$name" \
        --partitions "$partitions" --replication-factor "$replicas" --config "retention.ms=$retention" \
        --config "min.insync.replicas=$insync" </dev/null
    elif [[ $current != *"retention.ms=$retention"* ]]; then
      "$bin/kafka-configs.sh" --bootstrap-server "$servers" "$@" --alter --entity-type topics --entity-name "$name" \
        --add-config "retention.ms=$retention" </dev/null
    fi
  done

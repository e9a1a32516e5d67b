#!/bin/bash
# Creates the missing topics of topics.yaml with Kafka's own tool, where no operator does: compose, and the chart's job.
#   create-topics.sh BOOTSTRAP_SERVERS TOPICS_FILE [REPLICAS] [OPTIONS OF kafka-topics.sh …]
set -euo pipefail
servers=$1 file=$2 replicas=${3:-1}
shift $(($# < 3 ? $# : 3))
sed -nE 's/^ *- \{ name: ([^,]+), partitions: ([0-9]+) \}$/\1 \2/p' "$file" | while read -r name partitions; do
  /opt/kafka/bin/kafka-topics.sh --bootstrap-server "$servers" "$@" --create --if-not-exists \
    --topic "$name" --partitions "$partitions" --replication-factor "$replicas" </dev/null
done

# Stand-in of Apache Kafka's image: the same jars, its commands that are used here, and settings by KAFKA_… of the environment.
FROM porchlight-stand-in/debian
RUN apt-get update && apt-get install -y --no-install-recommends openjdk-17-jre-headless && rm -rf /var/lib/apt/lists/*
COPY libs /opt/kafka/libs
COPY stand-in-kafka-command /opt/kafka/bin/kafka-topics.sh
COPY stand-in-kafka-command /opt/kafka/bin/kafka-configs.sh
COPY stand-in-kafka-command /opt/kafka/bin/kafka-acls.sh
COPY stand-in-kafka-command /opt/kafka/bin/kafka-broker-api-versions.sh
COPY stand-in-kafka /usr/local/bin/stand-in-kafka
RUN useradd --uid 1000 appuser && mkdir -p /var/lib/kafka/data && chown -R appuser /var/lib/kafka /opt/kafka
USER appuser
LABEL porchlight.stand-in=true
EXPOSE 9092
CMD ["stand-in-kafka"]

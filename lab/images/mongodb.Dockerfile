# Stand-in of MongoDB's image: the embedded database behind the commands `mongod` and `mongosh` as they are used here.
FROM porchlight-stand-in/debian
RUN apt-get update && apt-get install -y --no-install-recommends libstdc++6 && rm -rf /var/lib/apt/lists/*
COPY server /opt/server
COPY stand-in-mongod /usr/local/bin/mongod
COPY stand-in-mongosh /usr/local/bin/mongosh
RUN useradd --uid 999 mongodb && mkdir -p /data/db && chown mongodb /data/db
USER mongodb
LABEL porchlight.stand-in=true
EXPOSE 27017
CMD ["mongod"]

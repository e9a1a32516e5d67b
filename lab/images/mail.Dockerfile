# Stand-in of a server that receives all mail and shows how many there were.
ARG NODE_IMAGE
FROM ${NODE_IMAGE}
COPY stand-in-mail /usr/local/bin/stand-in-mail
LABEL porchlight.stand-in=true
CMD ["node", "/usr/local/bin/stand-in-mail"]

import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { BSON } from 'mongodb';

/** A TCP proxy in front of a database server that can refuse writes as a full or read-only server does. */
export type DatabaseProxy = Readonly<Awaited<ReturnType<typeof startDatabaseProxy>>>;

/** An error of the server, by its code in the MongoDB wire protocol. */
export interface WriteError {
  readonly code: number;
  readonly codeName: string;
  readonly errmsg: string;
}

/** Response to a write while the disk is full. */
export const DISK_FULL: WriteError = { code: 14_031, codeName: 'OutOfDiskSpace', errmsg: 'No space left on device' };

/**
 * The response of a server that became read-only, for example because it is no longer the primary of its replica set.
 */
export const READ_ONLY: WriteError = { code: 10_107, codeName: 'NotWritablePrimary', errmsg: 'not primary' };

const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite']);
const OP_MSG = 2_013;
const HEADER_BYTES = 16;
/** Flags (4 bytes), kind of the first section (1), length of its document (4), type of its first element (1). */
const COMMAND_OFFSET = HEADER_BYTES + 10;

/** Starts a proxy on a free port. `target` is read at each connection because the server starts after the proxy. */
export const startDatabaseProxy = async (target: () => number | undefined) => {
  let error: WriteError | undefined;
  let refused = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const port = target();
    if (port === undefined) return void client.destroy();
    const upstream = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket
        .once('error', () => other.destroy())
        .once('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
    }
    upstream.pipe(client);
    forEachMessage(client, (message) => {
      if (error && WRITES.has(commandName(message))) {
        refused += 1;
        client.write(reply(message.readInt32LE(4), { ok: 0, ...error }));
      } else upstream.write(message);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** Writes refused so far. */
    get refused() {
      return refused;
    },
    /** Responds to write commands with this error; undefined forwards them again. */
    refuseWrites(next: WriteError | undefined): void {
      error = next;
    },
    async stop(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

/** Splits a stream into messages; the first four bytes of each are its length. */
const forEachMessage = (socket: Socket, use: (message: Buffer) => void): void => {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (part: Buffer) => {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      use(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
};

/** The command of an OP_MSG whose first section is its document, as drivers send it; '' for other messages. */
const commandName = (message: Buffer): string => {
  if (message.length <= COMMAND_OFFSET || message.readInt32LE(12) !== OP_MSG || message[HEADER_BYTES + 4] !== 0)
    return '';
  return message.subarray(COMMAND_OFFSET, message.indexOf(0, COMMAND_OFFSET)).toString('utf8');
};

const reply = (to: number, document: object): Buffer => {
  const body = BSON.serialize(document);
  const head = Buffer.alloc(HEADER_BYTES + 5);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(to, 8);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, body]);
};

import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';

/** A DNS server on this machine that answers questions for TXT records. */
export interface TestDns {
  /** `127.0.0.1:<port>` */
  readonly server: string;
  /** TXT records by name; a name without records does not exist. */
  readonly records: Map<string, readonly string[]>;
  /** Names of the questions, in their order. */
  readonly questions: string[];
  /** Answers no question while it is true. */
  silent: boolean;
  stop(): Promise<void>;
}

const HEADER_BYTES = 12;
const TYPE_TXT = 16;
const CLASS_IN = 1;
const TTL_SECONDS = 1;
const MAX_PART = 255;

/** The name of the first question and the bytes of the question. */
const readQuestion = (query: Buffer): { name: string; question: Buffer } => {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  while (query[at] !== 0) {
    const length = query[at]!;
    labels.push(query.subarray(at + 1, at + 1 + length).toString('latin1'));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), question: query.subarray(HEADER_BYTES, at + 5) };
};

const formatRecord = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let from = 0; from < bytes.length || from === 0; from += MAX_PART) {
    const part = bytes.subarray(from, from + MAX_PART);
    parts.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  // A pointer to the name of the question.
  head.writeUInt16BE(0xc000 + HEADER_BYTES, 0);
  head.writeUInt16BE(TYPE_TXT, 2);
  head.writeUInt16BE(CLASS_IN, 4);
  head.writeUInt32BE(TTL_SECONDS, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
};

const formatAnswer = (query: Buffer, question: Buffer, texts: readonly string[] | undefined): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  // A response, authoritative; 3: the name does not exist.
  header.writeUInt16BE(0x8400 + (texts === undefined ? 3 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts?.length ?? 0, 6);
  return Buffer.concat([header, question, ...(texts ?? []).map(formatRecord)]);
};

/** Starts a DNS server on a free port of this machine. */
export const startDns = async (): Promise<TestDns> => {
  const socket = createSocket('udp4');
  const dns: TestDns = {
    server: '',
    records: new Map(),
    questions: [],
    silent: false,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (query: Buffer, { address, port }: RemoteInfo) => {
    const { name, question } = readQuestion(query);
    dns.questions.push(name);
    if (!dns.silent) socket.send(formatAnswer(query, question, dns.records.get(name)), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return Object.assign(dns, { server: `127.0.0.1:${socket.address().port}` });
};

import { BinaryReader } from '@bufbuild/protobuf/wire';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as received. */
export interface CollectedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root span. */
  readonly parentId: string;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly failed: boolean;
  /** Duration, ms. */
  readonly ms: number;
}

export interface TraceCollector {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  /** All spans in the order of receipt. */
  readonly spans: readonly CollectedSpan[];
  /** Sets the status of further responses; initially 200. */
  answerWith(status: number): void;
  stop(): Promise<void>;
}

const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const FAILED = 2;

/**
 * Starts a fake OpenTelemetry collector on 127.0.0.1 (port 0: any free port): receives OTLP over HTTP as protobuf and
 * records the spans.
 */
export const startTraceCollector = async (port = 0): Promise<TraceCollector> => {
  const spans: CollectedSpan[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      const right =
        request.method === 'POST' &&
        request.url === '/v1/traces' &&
        request.headers['content-type'] === 'application/x-protobuf';
      if (right && status === 200) spans.push(...readExport(Buffer.concat(parts)));
      response.writeHead(right ? status : 400, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    answerWith: (wanted) => void (status = wanted),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** Passes each field of a message to the reader of its number; skips unknown fields. */
const read = (bytes: Uint8Array, takers: Readonly<Record<number, (reader: BinaryReader) => void>>): void => {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    const take = takers[field];
    if (take) take(reader);
    else reader.skip(type);
  }
};

type Value = string | number | boolean;

const readAttribute = (bytes: Uint8Array, into: Record<string, Value>): void => {
  let name = '';
  read(bytes, {
    1: (r) => void (name = r.string()),
    2: (r) =>
      read(r.bytes(), {
        1: (v) => void (into[name] = v.string()),
        2: (v) => void (into[name] = v.bool()),
        3: (v) => void (into[name] = Number(v.int64())),
        4: (v) => void (into[name] = v.double()),
      }),
  });
};

const hex = (reader: BinaryReader): string => Buffer.from(reader.bytes()).toString('hex');

const readSpan = (bytes: Uint8Array, service: string): CollectedSpan => {
  const attributes: Record<string, Value> = {};
  let [traceId, spanId, parentId, name] = ['', '', '', ''];
  let [kind, status, started, ended] = [0, 0, 0n, 0n];
  read(bytes, {
    1: (r) => void (traceId = hex(r)),
    2: (r) => void (spanId = hex(r)),
    4: (r) => void (parentId = hex(r)),
    5: (r) => void (name = r.string()),
    6: (r) => void (kind = r.int32()),
    7: (r) => void (started = BigInt(r.fixed64())),
    8: (r) => void (ended = BigInt(r.fixed64())),
    9: (r) => readAttribute(r.bytes(), attributes),
    15: (r) => read(r.bytes(), { 3: (s) => void (status = s.int32()) }),
  });
  return {
    service,
    traceId,
    spanId,
    parentId,
    name,
    kind: KINDS[kind] ?? 'internal',
    attributes,
    failed: status === FAILED,
    ms: Number(ended - started) / 1e6,
  };
};

/** Reads the spans of an ExportTraceServiceRequest (opentelemetry-proto 1.x). */
const readExport = (bytes: Uint8Array): CollectedSpan[] => {
  const spans: CollectedSpan[] = [];
  read(bytes, {
    1: (resourceSpans) => {
      const resource: Record<string, Value> = {};
      read(resourceSpans.bytes(), {
        1: (r) => read(r.bytes(), { 1: (attribute) => readAttribute(attribute.bytes(), resource) }),
        2: (scope) =>
          read(scope.bytes(), {
            2: (span) => void spans.push(readSpan(span.bytes(), String(resource['service.name']))),
          }),
      });
    },
  });
  return spans;
};

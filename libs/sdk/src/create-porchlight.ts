import { Call } from './call';
import { createEventStream, type EventStream } from './event-stream';
import { OPERATIONS } from './generated/operations';
import { Listing, type AnyPage } from './listing';
import type { Operations } from './generated/methods';
import { createTransport, type CallOptions, type PorchlightOptions, type Send } from './transport';

/** The API: `porchlight.<resource>.<operation>(…)`, as /v1/openapi.json names them. */
export type Porchlight = Operations & {
  /** Iterates over the webhook events of the account while they happen (GET /v1/stream). */
  readonly stream: EventStream;
};

/** Creates a client of the API for one user. Sends no request. Throws a TypeError without credentials. */
export function createPorchlight(options: PorchlightOptions): Porchlight {
  const send = createTransport(options);
  const porchlight: Record<string, Record<string, unknown>> = {};
  for (const [id, method, path, kind] of OPERATIONS) {
    const [, resource, verb] = id.split('.') as [string, string, string];
    (porchlight[resource] ??= {})[verb] = createMethod(send, method, `/v1${path}`, kind);
  }
  return { ...(porchlight as unknown as Operations), stream: createEventStream(options) };
}

type Kind = (typeof OPERATIONS)[number][3];
type Arguments = [body: unknown, query: { limit?: number } | undefined, options: CallOptions | undefined];

function createMethod(send: Send, method: string, template: string, kind: Kind): (...args: unknown[]) => unknown {
  const names = template.match(/\{\w+\}/g) ?? [];
  return (...args) => {
    const path = names.reduce((text, name, index) => text.replace(name, encodeSegment(name, args[index])), template);
    const rest = args.slice(names.length);
    const [body, query, options] = (kind === 'body' ? rest : [undefined, ...rest]) as Arguments;
    if (kind === 'body' || kind === 'plain') return new Call(send({ method, path, query, body }, options));
    return new Listing<AnyPage>(
      (paging) => send({ method, path, query: kind === 'list' ? { ...query, ...paging } : query }, options),
      query?.limit,
    );
  };
}

/** Encodes a path parameter. Throws a TypeError without a value: the path would name the whole collection. */
function encodeSegment(name: string, value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (text === '' || text === '.' || text === '..') throw new TypeError(`Give ${name.slice(1, -1)}.`);
  return encodeURIComponent(text);
}

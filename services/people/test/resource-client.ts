import type { Actor } from '@porchlight/access';
import {
  createRenderer,
  parseBody,
  parseListQuery,
  parseOptions,
  parseParameters,
  rpcMethodOf,
  type Action,
  type ActionAnswer,
  type Descriptor,
  type Row,
  type Verb,
} from '@porchlight/resource';
import { createRpcClient, type Channel, type Repeatable } from '@porchlight/rpc';

/** A record as callers get it. */
export type Json = Record<string, any>;

/** One page of a list. */
export interface Page {
  readonly total: number;
  readonly next: string;
  readonly warnings: string[];
  readonly records: Json[];
  readonly ids: number[];
}

/** What a caller sends to an action; the path's `:id` as id. */
export interface ActInput {
  readonly id?: number;
  readonly path?: Record<string, string>;
  readonly query?: string;
  readonly body?: Json;
  /** Of a call with an idempotency key. */
  readonly repeatable?: Repeatable;
}

type Method = (
  request: unknown,
  options: { actor: Actor; timeoutMs: number; repeatable?: Repeatable | undefined },
) => Promise<any>;

/** Speaks to any resource and any action of the service as the gateway does: JSON and query text in, JSON out. */
export const createResourceClients = (channel: Channel) => {
  const clients = new Map<object, Record<string, Method>>();
  const clientOf = (definition: object): Record<string, Method> => {
    const known = clients.get(definition);
    if (known) return known;
    const made = createRpcClient(definition as never, channel) as unknown as Record<string, Method>;
    clients.set(definition, made);
    return made;
  };

  /** The verbs of a resource, on behalf of a user. */
  const on = <R extends Row>(actor: Actor, descriptor: Descriptor<R>) => {
    const client = clientOf(descriptor.definition);
    const render = createRenderer(descriptor);
    const ask = (verb: Verb, request: object): Promise<any> =>
      client[rpcMethodOf(descriptor, verb)]!(request, { actor, timeoutMs: 20_000 });
    const asked = (verb: Verb, query: string) => parseOptions(descriptor, verb, new URLSearchParams(query));
    return {
      async create(json: Json, query = ''): Promise<Json> {
        const { options, fields } = asked('create', query);
        return render((await ask('create', { ...parseBody(descriptor, json, 'create'), options })).record, fields);
      },
      async get(id: number, query = ''): Promise<Json> {
        const { options, fields } = asked('get', query);
        return render((await ask('get', { id, options })).record, fields);
      },
      async list(query = ''): Promise<Page> {
        const { query: parsed, fields } = parseListQuery(descriptor, new URLSearchParams(query));
        const { records, page } = await ask('list', { query: parsed });
        const { total, next, warnings } = page;
        return {
          total,
          next,
          warnings,
          records: records.map((record: R) => render(record, fields)),
          ids: records.map(({ id }: R) => id),
        };
      },
      async update(id: number, json: Json, query = ''): Promise<Json> {
        const { options, fields } = asked('update', query);
        return render((await ask('update', { id, ...parseBody(descriptor, json, 'update'), options })).record, fields);
      },
      async remove(id: number, query = ''): Promise<void> {
        await ask('delete', { id, options: asked('delete', query).options });
      },
    };
  };

  /** Carries an action out on behalf of a user; of a list its records and page. */
  const act = async (actor: Actor, action: Action, given: ActInput = {}): Promise<ActionAnswer & { body?: any }> => {
    const { id = 0, body = {} } = given;
    const path = { ...(id > 0 && { id: String(id) }), ...given.path };
    const pairs = new URLSearchParams(given.query);
    const lists = action.lists && parseListQuery(action.lists, pairs);
    const read = action.body
      ? parseBody({ fields: action.body } as Descriptor, body, 'create')
      : action.bodyOf
        ? parseBody(action.bodyOf, body, 'create')
        : { record: {}, mask: [] };
    const input = {
      path,
      id,
      query: lists ? {} : parseParameters(action.query ?? {}, pairs).values,
      body: read.record,
      mask: read.mask,
      ...(lists && { list: lists.query }),
    };
    const answer = await clientOf(action.definition)[action.rpc]!(action.request(input), {
      actor,
      timeoutMs: 20_000,
      repeatable: given.repeatable,
    });
    if (!action.lists) return action.answer?.(answer, { input, link: (next) => next }) ?? { status: 200, body: {} };
    const fields = lists?.fields;
    const render = createRenderer(action.lists);
    const shown = (record: Row): Json =>
      fields ? render(record, fields) : { ...render(record), ...(action.shows && render(record, action.shows)) };
    return { status: 200, body: { ...answer.page, records: answer.records.map(shown) } };
  };

  return { on, act };
};

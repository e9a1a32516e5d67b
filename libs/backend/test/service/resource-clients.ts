import type { Actor } from '@porchlight/access';
import {
  createRenderer,
  parseBody,
  parseListQuery,
  parseOptions,
  parseParameters,
  formatRpcMethod,
  type Action,
  type ActionResponse,
  type Descriptor,
  type Row,
  type Verb,
} from '@porchlight/resource';
import { createRpcClient, type Channel, type IdempotencyKey } from '@porchlight/rpc';

/** A record as the API returns it. */
export type Json = Record<string, any>;

/** One page of a list. */
export interface Page {
  readonly total: number;
  readonly next: string;
  readonly warnings: string[];
  readonly records: Json[];
  readonly ids: number[];
  /** Further fields of the response, such as totals by stage. */
  readonly extra: Json;
}

/** Request of an action; `id` is the path parameter `:id`. */
export interface ActInput {
  readonly id?: number;
  readonly path?: Record<string, string>;
  readonly query?: string;
  readonly body?: Json;
  /** Idempotency key of the call. */
  readonly idempotencyKey?: IdempotencyKey;
}

type Method = (
  request: unknown,
  options: { actor: Actor; timeoutMs: number; idempotencyKey?: IdempotencyKey | undefined },
) => Promise<any>;

/** Calls any resource and any action of a service as the gateway does: JSON and query text in, JSON out. */
export const createResourceClients = (channel: Channel) => {
  const clients = new Map<object, Record<string, Method>>();
  const findClient = (definition: object): Record<string, Method> => {
    const known = clients.get(definition);
    if (known) return known;
    const created = createRpcClient(definition as never, channel) as unknown as Record<string, Method>;
    clients.set(definition, created);
    return created;
  };

  /** Returns the verbs of a resource for a user. */
  const on = <R extends Row>(actor: Actor, descriptor: Descriptor<R>) => {
    const client = findClient(descriptor.definition);
    const render = createRenderer(descriptor);
    const call = (verb: Verb, request: object): Promise<any> =>
      client[formatRpcMethod(descriptor, verb)]!(request, { actor, timeoutMs: 20_000 });
    const parse = (verb: Verb, query: string) => parseOptions(descriptor, verb, new URLSearchParams(query));
    return {
      async create(json: Json, query = ''): Promise<Json> {
        const { options, fields } = parse('create', query);
        return render((await call('create', { ...parseBody(descriptor, json, 'create'), options })).record, fields);
      },
      async get(id: number, query = ''): Promise<Json> {
        const { options, fields } = parse('get', query);
        return render((await call('get', { id, options })).record, fields);
      },
      async list(query = ''): Promise<Page> {
        const { query: parsed, fields } = parseListQuery(descriptor, new URLSearchParams(query));
        const { records, page, ...extra } = await call('list', { query: parsed });
        const { total, next, warnings } = page;
        return {
          total,
          next,
          warnings,
          records: records.map((record: R) => render(record, fields)),
          ids: records.map(({ id }: R) => id),
          extra,
        };
      },
      async update(id: number, json: Json, query = ''): Promise<Json> {
        const { options, fields } = parse('update', query);
        return render((await call('update', { id, ...parseBody(descriptor, json, 'update'), options })).record, fields);
      },
      async remove(id: number, query = ''): Promise<Json> {
        return call('delete', { id, options: parse('delete', query).options });
      },
    };
  };

  /** Executes an action for a user. The body of a list contains its records and page. */
  const act = async (actor: Actor, action: Action, given: ActInput = {}): Promise<ActionResponse & { body?: any }> => {
    const { id = 0, body = {} } = given;
    const path = { ...(id > 0 && { id: String(id) }), ...given.path };
    const pairs = new URLSearchParams(given.query);
    const listQuery = action.lists && parseListQuery(action.lists, pairs);
    const read = action.body
      ? parseBody({ fields: action.body } as Descriptor, body, 'create')
      : action.bodyResource
        ? parseBody(action.bodyResource, body, 'create')
        : { record: {}, mask: [] };
    const input = {
      path,
      id,
      query: listQuery ? {} : parseParameters(action.query ?? {}, pairs).values,
      body: read.record,
      mask: read.mask,
      ...(listQuery && { list: listQuery.query }),
    };
    const answer = await findClient(action.definition)[action.rpc]!(action.request(input), {
      actor,
      timeoutMs: 20_000,
      idempotencyKey: given.idempotencyKey,
    });
    if (!action.lists)
      return (
        action.respond?.(answer, { input, publicBaseUrl: 'https://api.test', link: (next) => next }) ?? {
          status: 200,
          body: {},
        }
      );
    const fields = listQuery?.fields;
    const render = createRenderer(action.lists);
    const shown = (record: Row): Json =>
      fields ? render(record, fields) : { ...render(record), ...(action.shows && render(record, action.shows)) };
    return { status: 200, body: { ...answer.page, records: answer.records.map(shown) } };
  };

  return { on, act };
};

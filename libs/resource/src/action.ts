import type { Role } from '@porchlight/access';
import type { JsonSchema } from './codec';
import type { Descriptor, Filter, ServiceDefinition } from './descriptor';
import type { ListQuery } from './parse-query';
import type { ReadingMode } from './reading';

/** What a caller sent to an action, read and checked. */
export interface ActionInput {
  /** Path parameters; `id` is an int32, a path whose id is none is answered 404. */
  readonly path: Readonly<Record<string, string>>;
  readonly id: number;
  /** Values of the query's parameters by name; one entry unless the parameter takes many. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** Fields of the body that were present; lists are there always. */
  // The fields of each action's body are its own; its `request` gives them their types.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
  /** Names of the body's fields that were present. */
  readonly mask: readonly string[];
  /** How the body was read; strict unless set. The owning service reads custom fields and references the same way. */
  readonly mode?: ReadingMode;
  /** For actions that answer a list. */
  readonly list?: ListQuery;
}

/** How an answer looks, for the description of the API. A text names a component: `Person`. */
export interface Described {
  readonly description: string;
  readonly schema?: JsonSchema | string;
  /** Names of headers of the answer. */
  readonly headers?: readonly string[];
}

/** What an action answers. Without a body the answer has none. */
export interface ActionResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What was asked, for answers that tell of it. */
export interface Asked {
  readonly input: ActionInput;
  /** The absolute address of the page that a `next` token stands for, with the rest of the query. */
  readonly link: (next: string) => string;
}

/**
 * An operation beside the five verbs of a resource, declared once as data: where it is reached, who may, what it takes,
 * which RPC does it. Its name in logs and the roles table is `<service>.<resource>.<name>`.
 */
export interface Action<Q = unknown, A = unknown> {
  readonly service: string;
  readonly resource: string;
  readonly name: string;
  /** One sentence for the description of the API. */
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** After /v1, with `:id` and other parameters: /people/:id/merge. */
  readonly path: string;
  readonly roles: readonly Role[];
  readonly requiresSystem?: boolean;
  /** The body may have 5 MiB instead of 1 (decisions section 1). */
  readonly largeBody?: boolean;
  /** The body may also be sent as text of this media type: it is the field `csv` then. */
  readonly textBody?: 'text/csv';
  /**
   * The body is read leniently with conversion of values, unless the caller prefers strict handling (decisions section
   * 11).
   */
  readonly reading?: 'lead';
  /** Longest wait for the service, ms, where the usual one does not do. */
  readonly timeoutMs?: number;
  /** Parameters of the query, read like filters; `match` does not matter. */
  readonly query?: Readonly<Record<string, Pick<Filter, 'type' | 'many' | 'among'>>>;
  /** Fields of the body, by name. */
  readonly body?: object;
  /** The body is that of a POST of this resource, instead of `body`. */
  readonly bodyResource?: Descriptor;
  /** Answers by status; errors are the same everywhere and need no mention. */
  readonly responses?: Readonly<Record<number, Described>>;
  /** The answer is a list of this resource's records, asked for like its own list. */
  readonly lists?: Descriptor;
  /** Fields shown unasked beside the usual ones, for lists. */
  readonly shows?: readonly string[];
  /** Generated definition and the key of its method. */
  readonly definition: ServiceDefinition;
  readonly rpc: string;
  readonly request: (input: ActionInput) => Q;
  /** Absent for lists. `render` turns a record of a resource into public JSON. */
  readonly respond?: (response: A, asked: Asked) => ActionResponse;
}

/** Declares an action; Q and A are the generated request and response of its RPC. */
export const defineAction = <Q, A>(action: Action<Q, A>): Action => action as unknown as Action;

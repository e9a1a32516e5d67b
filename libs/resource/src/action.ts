import type { Role } from '@porchlight/access';
import type { JsonSchema } from './codec';
import type { Deprecation } from './deprecation';
import type { Descriptor, Filter, ServiceDefinition } from './descriptor';
import type { ListQuery } from './parse-query';
import type { ReadingMode } from './reading';

/** The validated input of an action. */
export interface ActionInput {
  /** Path parameters; `id` is an int32, any other id is a 404. */
  readonly path: Readonly<Record<string, string>>;
  readonly id: number;
  /** Values of the query parameters by name; one entry unless the parameter allows several. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** Fields of the body; absent lists are empty. */
  // The fields of each action's body are its own; its `request` gives them their types.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
  /** Names of the fields in the body. */
  readonly mask: readonly string[];
  /**
   * Reading mode of the body; default: strict. The owning service reads custom fields and references in the same mode.
   */
  readonly mode?: ReadingMode;
  /** Names of fields that were ignored or changed in reading. */
  readonly ignored?: readonly string[];
  /** The version that the record must have (If-Match); only if the action is `versioned`. */
  readonly ifVersion?: number;
  /** For actions that return a list. */
  readonly list?: ListQuery;
}

/** A query parameter of an action. */
export interface QueryParameter extends Pick<Filter, 'type' | 'many' | 'among' | 'describe' | 'deprecated'> {
  /** A request without it is refused. */
  readonly required?: true;
}

/** A response for the OpenAPI document. A text names a component: `Person`. */
export interface Described {
  readonly description: string;
  readonly schema?: JsonSchema | string;
  /** Names of the response headers. */
  readonly headers?: readonly string[];
}

/** The response of an action. Absent body: an empty response. */
export interface ActionResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Version of the record in the body: the response has its entity tag, for If-Match of an update. */
  readonly version?: number;
}

/** Parts of the request for responses that refer to it. */
export interface Asked {
  readonly input: ActionInput;
  /** The absolute address of the page of a `next` token, with the rest of the query. */
  readonly link: (next: string) => string;
  /** The address of the API before /v1, for links. */
  readonly publicBaseUrl: string;
}

/**
 * An operation besides the five verbs of a resource, declared once as data: path, roles, input, RPC. Its name in logs
 * and the roles table is `<service>.<resource>.<name>`.
 */
export interface Action<Q = unknown, A = unknown> {
  readonly service: string;
  readonly resource: string;
  readonly name: string;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /** operationId of the OpenAPI document: a verb and its noun. Default: the key of the RPC. */
  readonly operationId?: string;
  /**
   * The meaning of names of the query, the body and the responses, at any depth, for people who use the API; a key such
   * as `owner.name` is for the property of one parent. Names of COMMON_DESCRIPTIONS need none.
   */
  readonly describe?: Readonly<Record<string, string>>;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** After /v1, with `:id` and other parameters: /people/:id/merge. */
  readonly path: string;
  readonly roles: readonly Role[];
  readonly requiresSystem?: boolean;
  /** The operation works, but should no longer be used. */
  readonly deprecated?: Deprecation;
  /** The body may have 5 MiB instead of 1 (decisions section 1). */
  readonly largeBody?: boolean;
  /** The body may also be text of this media type; the field `csv` then contains it. */
  readonly textBody?: 'text/csv';
  /**
   * The body is read leniently with conversion of values, unless the caller prefers strict handling (decisions section
   * 11).
   */
  readonly reading?: 'lead';
  /**
   * The action is about one record with an entity tag: a GET returns `version` in its response, a PUT or DELETE passes
   * `ifVersion` on.
   */
  readonly versioned?: true;
  /** The work ends when the client disconnects: it is expensive, and stores nothing before its end. */
  readonly cancelable?: true;
  /** Timeout of the call, ms, if not the default. */
  readonly timeoutMs?: number;
  /** Query parameters, read like filters; `match` is not used. */
  readonly query?: Readonly<Record<string, QueryParameter>>;
  /** Fields of the body, by name. */
  readonly body?: object;
  /** The body is that of a POST of this resource; replaces `body`. */
  readonly bodyResource?: Descriptor;
  /** Responses by status; errors are the same for all actions and are added. */
  readonly responses?: Readonly<Record<number, Described>>;
  /** The response is a list of this resource's records, with the parameters of its list. */
  readonly lists?: Descriptor;
  /** Additional fields that lists render by default. */
  readonly shows?: readonly string[];
  /** Generated service definition; `rpc` is the key of the method. */
  readonly definition: ServiceDefinition;
  readonly rpc: string;
  request(input: ActionInput): Q;
  /** Absent for lists. `render` converts a record of a resource to public JSON. */
  respond?(response: A, asked: Asked): ActionResponse;
}

/** The generated request or response of a method. */
type MessageOf<Method, Part extends 'requestType' | 'responseType'> = Method extends {
  readonly [Name in Part]: { decode(...given: never[]): infer Message };
}
  ? Message
  : never;

/** Declares an action. The compiler compares its request and response with those of the RPC in the definition. */
export const defineAction = <D extends ServiceDefinition, N extends keyof D['methods'] & string>(
  action: Action<MessageOf<D['methods'][N], 'requestType'>, MessageOf<D['methods'][N], 'responseType'>> & {
    readonly definition: D;
    readonly rpc: N;
  },
): Action => action;

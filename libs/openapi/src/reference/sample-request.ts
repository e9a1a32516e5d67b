/** A request as code shows it. A text such as `$CLIENT_ID` is the environment variable of that name. */
export interface SampleRequest {
  readonly method: string;
  /** Origin of the service. */
  readonly origin: string;
  /** Path with the values of the example, below the origin. */
  readonly path: string;
  /** The method of the SDK: people.list. */
  readonly call: string;
  /** Arguments of the method of the SDK for the path. */
  readonly pathArguments: readonly (string | number)[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** True if the operation may have a body: the SDK takes it before the query. */
  readonly takesBody: boolean;
  /** Fields of a form body. */
  readonly form?: Readonly<Record<string, string>>;
  /** Whose credentials are sent: an API key, client id and secret of an OAuth app, or none. */
  readonly credentials: 'key' | 'app' | 'none';
  /** True if the operation requires a registered system. */
  readonly needsSystem: boolean;
  /** What the response is. Records come in pages; a page of HTML is for a browser. */
  readonly result: 'json' | 'records' | 'stream' | 'page' | 'file' | 'empty';
  /** The method of the OAuth client of the SDKs, with its argument. */
  readonly oauthCall?: readonly [method: string, argument: string];
  /** False for paths that the SDKs do not call. */
  readonly isInSdk: boolean;
}

/** The name of the environment variable that a value stands for. */
export const variableOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? /^\$([A-Z_]+)$/.exec(value)?.[1] : undefined;

/** A stack on this machine has its own certificate authority. */
export const isLocal = (origin: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname);

/** The address with its query. */
export const addressOf = ({ origin, path, query }: SampleRequest): string => {
  const entries = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return `${origin}${path}${entries.length > 0 ? `?${new URLSearchParams(entries).toString()}` : ''}`;
};

/** JSON as code shows it. */
export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** True if the query has values from the environment, so that it is built by the program. */
export const hasVariables = (fields: Readonly<Record<string, unknown>>): boolean =>
  Object.values(fields).some((value) => variableOf(value) !== undefined);

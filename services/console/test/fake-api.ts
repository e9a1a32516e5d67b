/** A request that a component sent. */
export interface SentRequest {
  readonly method: string;
  /** With the query, such as `/v1/people?limit=25`. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The response to a request: a body with status 200, a whole response, or one that comes later. */
type Answer = object | Response | Promise<object | Response>;
type Answers = Readonly<Record<string, Answer | ((request: SentRequest) => Answer)>>;

const toResponse = (answer: object, url: string): Response => {
  const response = answer instanceof Response ? answer.clone() : Response.json(answer);
  Object.defineProperty(response, 'url', { value: url });
  return response;
};

/** The error that the API returns: status, code and message. */
export const refuse = (status: number, errorCode: string, errorMessage: string): Response =>
  Response.json({ errorCode, errorMessage }, { status });

/** A list of the API with one page. */
export const createList = (collection: string, rows: readonly object[], next?: string): object => ({
  [collection]: rows,
  _metadata: { collection, total: rows.length, limit: 25, offset: 0, next: next ?? null },
});

/** A response that comes when the test says so. */
export const createDelayed = (): {
  readonly answer: Promise<object | Response>;
  send(body: object | Response): void;
} => {
  const { promise, resolve } = Promise.withResolvers<object | Response>();
  return { answer: promise, send: resolve };
};

/**
 * Replaces the network: a route such as `GET /v1/people` responds with the answer beside it, other requests with 404.
 * Returns the requests that were sent.
 */
export const fakeApi = (answers: Answers): SentRequest[] => {
  const sent: SentRequest[] = [];
  globalThis.fetch = async (input, { method = 'GET', headers, body } = {}) => {
    const address = new URL(String(input), window.location.origin);
    const { pathname, search } = address;
    const request = {
      method,
      path: `${pathname}${search}`,
      headers: new Headers(headers),
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
    };
    sent.push(request);
    const answer = answers[`${method} ${pathname}`] ?? refuse(404, 'NOT_FOUND', `${method} ${pathname} has no answer.`);
    return toResponse(await (typeof answer === 'function' ? answer(request) : answer), address.href);
  };
  return sent;
};

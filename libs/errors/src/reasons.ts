/** Parameters of a message. Callers see the values: never pass a secret. */
export type Params = Readonly<Record<string, string | number>>;

/** gRPC status codes that this system uses (https://grpc.io/docs/guides/status-codes/). */
export const GRPC = {
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

interface ReasonRow {
  readonly grpc: number;
  readonly http: number;
  /** One sentence that states what the user can do (decisions section 1). */
  readonly sentence: (params: Params) => string;
}

const row = (grpc: number, http: number, sentence: (params: Params) => string): ReasonRow => ({ grpc, http, sentence });
const G = GRPC;

/** All reasons of refusals. The text may change; a reason never does. */
export const REASONS = {
  // 400: invalid requests
  INVALID_BODY: row(G.INVALID_ARGUMENT, 400, (p) => `${p['problems']}`),
  INVALID_QUERY: row(G.INVALID_ARGUMENT, 400, (p) => `${p['problems']}`),
  MALFORMED_JSON: row(G.INVALID_ARGUMENT, 400, () => 'The body is not valid JSON. Check its syntax and send it again.'),
  BODY_TOO_COMPLEX: row(
    G.INVALID_ARGUMENT,
    400,
    (p) => `The body has ${p['value']} ${p['what']}; the limit is ${p['limit']}. Send less in one request.`,
  ),
  RESPONSE_TOO_LARGE: row(
    G.RESOURCE_EXHAUSTED,
    400,
    (p) => `The response would be larger than ${p['limit']}. Use a smaller 'limit' or fewer 'fields'.`,
  ),
  REPORT_TOO_LARGE: row(
    G.INVALID_ARGUMENT,
    400,
    (p) => `The range has more than ${p['limit']} ${p['what']}. Choose a shorter range.`,
  ),
  MALFORMED_FORM: row(G.INVALID_ARGUMENT, 400, (p) =>
    p['limit'] === undefined
      ? 'The form-encoded body cannot be read. Check its encoding and nesting.'
      : `The form has ${p['value']} fields and files; the limit is ${p['limit']}. Send fewer.`,
  ),
  INVALID_NEXT: row(
    G.INVALID_ARGUMENT,
    400,
    () => "The 'next' token does not belong to this list. Start again without it.",
  ),
  DEEP_PAGINATION: row(G.INVALID_ARGUMENT, 400, () => "Deep pagination disabled, use 'nextLink' url"),
  UNKNOWN_REFERENCE: row(
    G.INVALID_ARGUMENT,
    400,
    (p) => `Field '${p['field']}' refers to ${p['what']} that does not exist: ${p['value']}.`,
  ),
  USER_NOT_ACTIVE: row(
    G.INVALID_ARGUMENT,
    400,
    (p) =>
      `Field '${p['field']}' names ${p['name']}, whose status is ${p['status']}. Choose another user, or activate this one first.`,
  ),
  NOTHING_TO_IDENTIFY: row(
    G.INVALID_ARGUMENT,
    400,
    () => "Nothing identifies the person. Send an email, a phone, a name or 'person.id'.",
  ),
  SYSTEM_REQUIRED: row(
    G.INVALID_ARGUMENT,
    400,
    () => 'This call needs a registered system. Send the headers X-System and X-System-Key.',
  ),
  WEBHOOK_URL_REFUSED: row(G.INVALID_ARGUMENT, 400, (p) => `Field 'url' is refused: ${p['why']}.`),
  WEBHOOK_LIMIT: row(
    G.INVALID_ARGUMENT,
    400,
    (p) => `This system already has ${p['limit']} webhooks for event ${p['event']}. Delete one first.`,
  ),
  UPLOADS_OFF: row(
    G.FAILED_PRECONDITION,
    400,
    () => "This server stores no uploaded files. Send a link instead: a body with 'uri' and 'fileName'.",
  ),
  FILE_REFUSED: row(G.INVALID_ARGUMENT, 400, (p) => `${p['problem']} ${p['remedy']}`),
  RECORD_TOO_LARGE: row(
    G.INVALID_ARGUMENT,
    400,
    (p) =>
      `The record takes ${p['size']} bytes; the limit is ${p['limit']} bytes. Shorten its largest fields: ${p['fields']}.`,
  ),
  INVALID_IDEMPOTENCY_KEY: row(
    G.INVALID_ARGUMENT,
    400,
    () => 'The header Idempotency-Key must have 1 to 255 printable ASCII characters.',
  ),
  MALFORMED_HTTP: row(
    G.INVALID_ARGUMENT,
    400,
    () => 'This is not a valid HTTP request. Check the program that sends it.',
  ),
  INVALID_HEADER: row(G.INVALID_ARGUMENT, 400, (p) => `The header ${p['header']} cannot be read. ${p['expected']}`),
  // 401, 403
  UNAUTHENTICATED: row(
    G.UNAUTHENTICATED,
    401,
    () => 'The request could not be authenticated. Check the API key or access token.',
  ),
  UNKNOWN_SYSTEM: row(
    G.UNAUTHENTICATED,
    401,
    () =>
      "The system could not be authenticated: X-System and X-System-Key do not match a registered system. The owner can register it on the console page Systems (/systems), or admit unknown systems there with the account setting unregisteredSystems: 'ignore'.",
  ),
  SYSTEM_DISABLED: row(
    G.UNAUTHENTICATED,
    401,
    (p) => `The system '${p['system']}' is disabled. The owner can enable it on the Systems page of the console.`,
  ),
  SECOND_FACTOR: row(G.UNAUTHENTICATED, 401, (p) =>
    p['wrong']
      ? 'The code is wrong or was already used. Wait for the next one.'
      : 'Enter the code that your authenticator app shows.',
  ),
  WRONG_PASSWORD: row(G.PERMISSION_DENIED, 403, () => 'The password is wrong. Enter your own password again.'),
  ACCOUNT_DISABLED: row(
    G.PERMISSION_DENIED,
    403,
    () => 'This account is disabled. Ask the operator of Porchlight to enable it.',
  ),
  SERVICE_CALL: row(
    G.PERMISSION_DENIED,
    403,
    (p) => `The service ${p['issuer']} may not call this method. Add it to the calls of the service.`,
  ),
  FORBIDDEN: row(G.PERMISSION_DENIED, 403, (p) =>
    p['what'] === undefined
      ? `The role ${p['role']} is not allowed to do this.`
      : `You do not have access to ${p['what']}.`,
  ),
  INBOX_APP_SCOPE: row(
    G.PERMISSION_DENIED,
    403,
    (p) => `${p['what']} belongs to the inbox of user ${p['userId']}. ${p['instead']}`,
  ),
  INSUFFICIENT_SCOPE: row(G.PERMISSION_DENIED, 403, (p) => {
    const needed =
      p['service'] === undefined ? `'${p['verb']}' without a service scope` : `'${p['verb']} ${p['service']}'`;
    return `The scopes of these credentials do not allow this. It needs ${needed}. Authorize the app again with that scope, or use another key.`;
  }),
  NOT_BY_TOKEN: row(
    G.PERMISSION_DENIED,
    403,
    () =>
      'OAuth tokens and credentials with scopes cannot create or change keys, systems, apps or users. Sign in, or use an API key with full rights.',
  ),
  SIGN_UP_CLOSED: row(G.PERMISSION_DENIED, 403, () => 'Sign-up is closed. Ask the operator for an invitation.'),
  CSRF_REFUSED: row(G.PERMISSION_DENIED, 403, () => 'The form has expired. Load the page again and repeat this step.'),
  SESSION_NEEDS_JSON: row(
    G.PERMISSION_DENIED,
    403,
    () => 'A request of a signed-in page must be application/json. Send forms with an API key or an access token.',
  ),
  STAGE_PROTECTED: row(G.PERMISSION_DENIED, 403, () => 'A protected stage cannot be renamed or deleted.'),
  // 404, 405, 406, 415
  NOT_FOUND: row(G.NOT_FOUND, 404, (p) => `There is no ${p['what'] ?? 'record'} with this id.`),
  MERGED: row(G.NOT_FOUND, 404, (p) => `This person was merged into person ${p['mergedInto']}. Use that id.`),
  NO_SUCH_PATH: row(G.NOT_FOUND, 404, () => 'This path does not exist. See the list of endpoints.'),
  METHOD_NOT_ALLOWED: row(
    G.INVALID_ARGUMENT,
    405,
    (p) => `This path does not support ${p['method']}. Use ${p['allow']}.`,
  ),
  NOT_ACCEPTABLE: row(G.INVALID_ARGUMENT, 406, () => 'Responses are application/json only. Change the header Accept.'),
  UNSUPPORTED_MEDIA_TYPE: row(
    G.INVALID_ARGUMENT,
    415,
    () => 'Send the body as application/json or application/x-www-form-urlencoded.',
  ),
  UNSUPPORTED_CHARSET: row(
    G.INVALID_ARGUMENT,
    415,
    () => 'The charset of the body is not supported. Send it as UTF-8.',
  ),
  UNSUPPORTED_CONTENT_ENCODING: row(
    G.INVALID_ARGUMENT,
    415,
    () => 'The Content-Encoding of the body is not supported. Send it uncompressed, or as gzip, deflate or br.',
  ),
  // 408, 409, 412, 413, 429, 431
  EXPORT_TOO_LARGE: row(
    G.FAILED_PRECONDITION,
    409,
    (p) =>
      `The person has more data than an export can contain (${p['what']}: ${p['limit']}). Ask the operator for an export of the account.`,
  ),
  REQUEST_TIMEOUT: row(G.DEADLINE_EXCEEDED, 408, (p) =>
    p['rate'] === undefined
      ? 'The request did not arrive in time. Send it again.'
      : `The body arrived at ${p['rate']} bytes per second; at least ${p['limit']} are needed. Send it again over a faster connection, or in parts.`,
  ),
  UPLOAD_INCOMPLETE: row(
    G.FAILED_PRECONDITION,
    409,
    () =>
      'The file of this upload has not arrived completely. PUT it to the url of the upload, then complete it again.',
  ),
  CONFLICT: row(
    G.ALREADY_EXISTS,
    409,
    (p) => `${p['message'] ?? 'The record changed meanwhile. Read it and try again.'}`,
  ),
  IN_USE: row(
    G.FAILED_PRECONDITION,
    409,
    (p) =>
      `The ${p['what']} is named by ${p['names']}. Change these first, or ${p['remedy'] ?? 'delete it all the same'} with force=true.`,
  ),
  DUPLICATE: row(G.ALREADY_EXISTS, 409, (p) => `There is already ${p['what']} with the same ${p['field']}.`),
  NAME_TAKEN: row(
    G.ALREADY_EXISTS,
    409,
    (p) => `There is already ${p['what']} with the same ${p['field']}. Choose another one.`,
  ),
  LIMIT_REACHED: row(
    G.ALREADY_EXISTS,
    409,
    (p) =>
      `${p['owner'] ?? 'An account'} has at most ${p['limit']} ${p['what']}${p['sent'] === undefined ? '' : `; it would have ${p['sent']}`}. Delete one first.`,
  ),
  IDEMPOTENCY_KEY_REUSED: row(
    G.ALREADY_EXISTS,
    409,
    () => 'This Idempotency-Key was used for another request. Use a new key for each request.',
  ),
  PRECONDITION_FAILED: row(
    G.FAILED_PRECONDITION,
    412,
    () => 'The record has changed since it was read. Read it again.',
  ),
  BODY_TOO_LARGE: row(G.RESOURCE_EXHAUSTED, 413, (p) =>
    p['bytes'] === undefined
      ? `The body is larger than ${p['limit']}.`
      : `The body has ${p['bytes']} bytes; the limit is ${p['limit']}. Send less in one request.`,
  ),
  FILE_TOO_LARGE: row(
    G.RESOURCE_EXHAUSTED,
    413,
    (p) => `The file has ${p['bytes']} bytes; the limit is ${p['limit']} bytes. ${p['remedy']}`,
  ),
  RATE_LIMITED: row(G.RESOURCE_EXHAUSTED, 429, () => 'Too many requests. Wait for the time in the header Retry-After.'),
  TOO_MANY_STREAMS: row(
    G.RESOURCE_EXHAUSTED,
    429,
    (p) => `An account may have at most ${p['limit']} open streams. Close one, or try again in a few seconds.`,
  ),
  NEW_ACCOUNT_LIMIT: row(
    G.RESOURCE_EXHAUSTED,
    429,
    (p) =>
      `A new account may create at most ${p['limit']} ${p['what']} in its first 24 hours. Try again later, or ask the operator.`,
  ),
  HEADERS_TOO_LARGE: row(
    G.RESOURCE_EXHAUSTED,
    431,
    (p) =>
      `The address and headers of the request are larger than ${p['limit']} together. Send a shorter query or fewer headers.`,
  ),
  TLS_REQUIRED: row(G.FAILED_PRECONDITION, 403, () => 'HTTPS is required.'),
  // 5xx
  UNAVAILABLE: row(G.UNAVAILABLE, 503, () => 'A part of the service is temporarily unavailable. Try again shortly.'),
  OVERLOADED: row(
    G.UNAVAILABLE,
    503,
    (p) =>
      `Overloaded by ${p['what']} (limit: ${p['limit']}). Send fewer concurrent requests, and try again after the time in the header Retry-After.`,
  ),
  DEADLINE: row(G.DEADLINE_EXCEEDED, 503, () => 'The request took too long and was cancelled. Try again shortly.'),
  INTERNAL: row(G.INTERNAL, 500, () => 'Internal error. Try again, and include the request id if you contact support.'),
} as const satisfies Record<string, ReasonRow>;

/** Name of a row of the table; other processes and callers receive it as `errorCode`. */
export type Reason = keyof typeof REASONS;

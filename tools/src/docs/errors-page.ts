import { GRPC, REASONS, type Params, type Reason } from '@porchlight/errors';
import { code, page, table } from './markdown';

/** Parameters that return `<name>`, except the omitted one, and note the names that a sentence reads. */
const nameParameters = (read: Set<string>, omitted?: string): Params =>
  new Proxy({} as Params, {
    get: (_target, name) => {
      read.add(String(name));
      return name === omitted ? undefined : `<${String(name)}>`;
    },
  });

const GRPC_NAMES = new Map<number, string>(Object.entries(GRPC).map(([name, number]) => [number, name]));

/** Response headers of a reason; set in libs/edge. */
const HEADERS: Partial<Record<Reason, string>> = {
  UNAUTHENTICATED: 'WWW-Authenticate',
  UNKNOWN_SYSTEM: 'WWW-Authenticate',
  METHOD_NOT_ALLOWED: 'Allow',
  UNAVAILABLE: 'Retry-After',
  DEADLINE: 'Retry-After',
  RATE_LIMITED: 'Retry-After',
};

/** The sentence with all parameters, and its other words without those that are optional. */
const formatSentence = (reason: Reason): string => {
  const { sentence } = REASONS[reason];
  const names = new Set<string>();
  const example = sentence(nameParameters(names));
  const differs = (other: string): boolean => other !== example && !other.includes('undefined');
  const bare = sentence({});
  if (differs(bare)) return `${example} Without parameters: ${bare}`;
  const others = [...names].map((name) => [name, sentence(nameParameters(new Set(), name))] as const);
  return [
    example,
    ...others.filter(([, other]) => differs(other)).map(([name, other]) => `Without <${name}>: ${other}`),
  ].join(' ');
};

/** docs/errors.md: all error codes. */
export const renderErrorsPage = (): string => {
  const reasons = (Object.keys(REASONS) as Reason[]).sort((a, b) => REASONS[a].http - REASONS[b].http);
  return page('Errors', [
    'Every error response under `/v1` has the body `{"errorMessage": …, "errorCode": …, "requestId": …}`. `errorCode` is the reason. ' +
      'Reasons are stable; sentences may change. `<name>` is a parameter. Unexpected errors are `INTERNAL`, without details.',
    table(
      ['HTTP', 'Reason', 'gRPC', 'Sentence', 'Header'],
      reasons.map((reason) => {
        const { http, grpc } = REASONS[reason];
        const header = HEADERS[reason];
        return [
          String(http),
          code(reason),
          GRPC_NAMES.get(grpc) ?? String(grpc),
          formatSentence(reason).replaceAll('<', '\\<'),
          header ? code(header) : '',
        ];
      }),
    ),
    'Repeat requests with `UNAVAILABLE` and `DEADLINE` after `Retry-After` seconds. The write may have happened nevertheless: ' +
      'a repeated lead creates no second person, and an `Idempotency-Key` prevents duplicates of other records.',
  ]);
};

import type { Actor } from '@porchlight/access';
import { people } from '@porchlight/contracts';
import {
  createEdgeApp,
  readForwardHeaders,
  identifySystem,
  identifyUser,
  permit,
  readBody,
  addResourceRoutes,
  createRouteTable,
  type Credentials,
  type ResourceRoutesOptions,
  type RouteTable,
} from '@porchlight/edge';
import {
  createRenderer,
  formatOperation,
  parseBody,
  parseId,
  parseOptions,
  type Descriptor,
  type Row,
  type Verb,
} from '@porchlight/resource';
import type { RequestHandler, Response } from 'express';
import type { RequestListener } from 'node:http';
import inject from 'light-my-request';
import { admitRequests } from '../src/limits/admit-requests';
import { createPenaltyDelay } from '../src/limits/penalty-delay';
import { createRequestLimiter } from '../src/limits/request-limiter';

/** CPU time of the gateway per request, µs, with and without limits, entity tags, compression and idempotency keys. */
export interface HttpSemanticsCost {
  readonly name: string;
  readonly withMicros: number;
  readonly withoutMicros: number;
}

const ACTOR: Actor = { accountId: 7, userId: 1, role: 'Owner', keyId: 3 };
/** Never reached, but counted: grants are requested as for any account with limits. */
const LIMIT = 100_000;
const PERSON = {
  id: 5,
  version: 3,
  firstName: 'Ada',
  lastName: 'Byron',
  name: 'Ada Byron',
  source: 'bench.example',
  stage: 'Lead',
  stageId: 1,
  price: 350_000,
  tags: ['Bench'],
  collaborators: [],
  addresses: [],
  emails: [{ value: 'ada@example.com', type: 'home', isPrimary: true, status: 'Valid' }],
  phones: [{ value: '5550100', type: 'mobile', isPrimary: true, status: 'Valid' }],
};
const BODY = JSON.stringify({
  firstName: 'Ada',
  lastName: 'Byron',
  source: 'bench.example',
  emails: [{ value: 'ada@example.com', type: 'home' }],
  tags: ['Bench'],
  price: 350_000,
});

const credentials: Credentials = {
  actorOfApiKey: async () => ACTOR,
  verifySystem: async (name) => ({ name }),
};
const clock = { now: () => Date.now(), date: () => new Date() };
const limiter = createRequestLimiter({
  source: {
    limits: async () => new Map([['global', { limit: LIMIT, limitWithoutSystem: LIMIT }]]),
    grant: async (_counted, wanted) => ({ granted: wanted, remaining: LIMIT, waitMs: 0 }),
  },
  clock: clock as never,
  logger: { warn: () => undefined } as never,
});
const system = identifySystem(credentials, false);
const body = readBody();
const forward = async (): Promise<unknown> => ({ record: PERSON, created: true });

const appWith = ({ handler }: RouteTable): RequestListener =>
  createEdgeApp(
    {
      now: () => clock.now(),
      requestId: () => 'r',
      served: () => undefined,
      fault: (error) => console.error(error),
      api: [handler],
    },
    () => undefined,
  );

/** The application as the gateway composes it. */
const polite = (): RequestListener => {
  const user = identifyUser(credentials, admitRequests(limiter, credentials, createPenaltyDelay(clock)));
  const options = {
    forward,
    forwardAction: forward,
    customNames: async () => new Set<string>(),
    publicBaseUrl: 'https://bench.example',
    user,
    body,
    largeBody: body,
    system,
  } satisfies ResourceRoutesOptions;
  const table = createRouteTable();
  addResourceRoutes(table, people as unknown as Descriptor, options);
  return appWith(table);
};

/** The same without limits, entity tags, compression and idempotency keys. */
const plain = (): RequestListener => {
  const descriptor = people as unknown as Descriptor;
  const user = identifyUser(credentials);
  const render = createRenderer(descriptor);
  const before = (verb: Verb, more: RequestHandler[]): RequestHandler[] => [
    user,
    permit(formatOperation(descriptor, verb), descriptor.roles[verb] ?? []),
    ...more,
    system,
  ];
  const send = (res: Response, status: number, answer: unknown, headers: Record<string, string> = {}): void => {
    const payload = Buffer.from(JSON.stringify(render((answer as { record: Row }).record)));
    res.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': payload.length,
      ...headers,
    });
    res.end(payload);
  };
  const table = createRouteTable();
  table.add('GET', '/people/:id', ...before('get', []), async (req, res) => {
    parseOptions(descriptor, 'get', new URLSearchParams());
    parseId(String(req.params['id']));
    readForwardHeaders(req);
    send(res, 200, await forward());
  });
  table.add('POST', '/people', ...before('create', [body]), async (req, res) => {
    parseOptions(descriptor, 'create', new URLSearchParams());
    parseBody(descriptor, req.body, 'create');
    readForwardHeaders(req);
    send(res, 201, await forward(), { Location: '/v1/people/5' });
  });
  return appWith(table);
};

const HEADERS = {
  authorization: `Basic ${Buffer.from('key:').toString('base64')}`,
  'x-system': 'Bench',
  'x-system-key': 'k',
  accept: 'application/json',
};
const sent = async (app: RequestListener, method: 'GET' | 'POST', nth: number): Promise<void> => {
  const post = method === 'POST';
  const headers = post
    ? { ...HEADERS, 'content-type': 'application/json', 'idempotency-key': `bench-${nth}` }
    : { ...HEADERS, 'if-none-match': '"2-aaaaaaaaaaa"' };
  const answer = await inject(app, {
    method,
    url: post ? '/v1/people' : '/v1/people/5',
    headers,
    ...(post && { payload: BODY }),
  });
  if (answer.statusCode !== (post ? 201 : 200))
    throw new Error(`${method} gave ${answer.statusCode} ${answer.payload}`);
};

const median = (numbers: number[]): number => numbers.sort((one, other) => one - other)[numbers.length >> 1]!;

/** Measures both alternately in this process: the gateway's own work without sockets, services and databases. */
export const measureHttpSemanticsCost = async (rounds: number, requests: number): Promise<HttpSemanticsCost[]> => {
  const apps = [polite(), plain()] as const;
  const costs: HttpSemanticsCost[] = [];
  for (const [name, method] of [
    ['GET /people/{id}', 'GET'],
    ['POST /people with a key', 'POST'],
  ] as const) {
    const micros: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round += 1)
      for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const before = process.cpuUsage();
        for (let nth = 0; nth < requests; nth += 1) await sent(apps[side], method, nth);
        const { user, system: kernel } = process.cpuUsage(before);
        // The first round is a warm-up.
        if (round > 0) micros[side].push((user + kernel) / requests);
      }
    costs.push({ name, withMicros: median(micros[0]), withoutMicros: median(micros[1]) });
  }
  return costs;
};

if (process.send) void measureHttpSemanticsCost(15, 1_000).then((costs) => process.send!(costs));

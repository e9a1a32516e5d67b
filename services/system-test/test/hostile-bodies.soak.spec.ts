import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { account, keyHeader, systemHeaders } from '@porchlight/acceptance/src/client';
import { readConnection } from '@porchlight/acceptance/src/stack-connection';
import { registry } from '../src/system-test-registry';
import { HOSTILE_BODIES, type HostileBody } from '../src/hostile-bodies';

/**
 * N6: sends hostile bodies to every route that reads one, and measures the longest stall of the event loop of each
 * process. One body at a time: bodies that arrive together are read in one turn. A stall counts if it happens three
 * times: on a machine with other work, some have nothing to do with the body.
 */
const MAX_STALL_MS = 250;
const MAX_STALL_UNITS = 20;
const ATTEMPTS = 3;
const TIMEOUT_MS = 20_000;

const connection = readConnection();
const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: readFileSync(connection.caFile) });
afterAll(() => agent.destroy());

interface Route {
  readonly method: string;
  readonly path: string;
  readonly isPublic?: true;
}

const WRITES = [
  ['create', 'POST', ''],
  ['update', 'PUT', '/1'],
] as const;

/** Every route of the API that reads a body, with record 1 in place of ids. */
const listRoutes = (): readonly Route[] => [
  ...registry.resources.flatMap(({ path, verbs }) =>
    WRITES.filter(([verb]) => verbs.includes(verb)).map(([, method, id]) => ({ method, path: `/v1/${path}${id}` })),
  ),
  ...registry.actions
    .filter(({ body, bodyResource }) => body ?? bodyResource)
    .map(({ method, path }) => ({ method, path: `/v1${path.replace(/:\w+/g, '1')}` })),
  { method: 'POST', path: '/v1/batch' },
  ...['/session', '/session/signUp', '/session/resetPassword', '/oauth/token', '/oauth/revoke'].map(
    (path) => ({ method: 'POST', path, isPublic: true }) as const,
  ),
];

interface Answer {
  readonly status: number;
  readonly errorCode: string;
  readonly errorMessage: string;
}

/** Sends a body once. Status 0: the server closed the connection before it had read the body. */
const send = ({ method, path, isPublic }: Route, { body, headers }: HostileBody): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const credentials = isPublic ? {} : { ...keyHeader(account(2).users.owner.apiKey), ...systemHeaders };
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const url = new URL(path, connection.baseUrl);
    const sent = request(url, {
      method,
      agent,
      headers: { ...credentials, ...headers, ...length },
      timeout: TIMEOUT_MS,
    });
    sent.on('response', (response) => {
      let text = '';
      response.on('data', (part) => (text += String(part)));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, ...readError(text) }));
    });
    sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: no response within ${TIMEOUT_MS} ms`)));
    sent.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET'
        ? resolve({ status: 0, errorCode: '', errorMessage: '' })
        : reject(error),
    );
    sent.end(body);
  });

const readError = (text: string): Pick<Answer, 'errorCode' | 'errorMessage'> => {
  try {
    const { errorCode = '', errorMessage = '' } = JSON.parse(text) as Partial<Answer>;
    return { errorCode, errorMessage };
  } catch {
    return { errorCode: '', errorMessage: '' };
  }
};

/** A gauge of each process, ms. */
const readGauge = async (name: string): Promise<ReadonlyMap<string, number>> => {
  const found = new Map<string, number>();
  for (const [service, url] of Object.entries(connection.operations)) {
    const text = await (await fetch(`${url}/metrics`)).text();
    found.set(service, Number(new RegExp(`^porchlight_${name}\\S* (\\S+)$`, 'm').exec(text)?.[1]) * 1_000);
  }
  return found;
};

type RouteAnswer = Answer & { readonly route: string };

const sendToAll = async (routes: readonly Route[], body: HostileBody): Promise<RouteAnswer[]> => {
  const answers: RouteAnswer[] = [];
  for (const route of routes) answers.push({ route: `${route.method} ${route.path}`, ...(await send(route, body)) });
  return answers;
};

/** Statuses of routes that read no body of this kind: the caller, the path or the media type is refused before. */
const REFUSED_BEFORE = new Set([0, 401, 403, 404, 405, 413, 415, 429, 503]);

describe('N6 hostile bodies', () => {
  const routes = listRoutes();
  let units: ReadonlyMap<string, number>;
  beforeAll(async () => void (units = await readGauge('json_parse_seconds')));

  /** The stalls above the limit while the body was sent to all routes. */
  const measure = async (body: HostileBody) => {
    await readGauge('event_loop_stall_cpu_seconds');
    const answers = await sendToAll(routes, body);
    const stalls = await readGauge('event_loop_stall_cpu_seconds');
    const long = [...stalls].filter(
      ([service, ms]) => !(ms <= Math.max(MAX_STALL_MS, MAX_STALL_UNITS * (units.get(service) ?? 0))),
    );
    return { answers, long: new Map(long) };
  };

  it('given the routes of the API, then most of the registry is covered', () =>
    expect(routes.length).toBeGreaterThan(60));

  it.each(HOSTILE_BODIES.map((body) => [body.name, body] as const))(
    'given %s on every route, then no process stalls, and every route responds',
    async (_name, body) => {
      const first = await measure(body);
      let { long } = first;
      for (let attempt = 1; attempt < ATTEMPTS && long.size > 0; attempt++) {
        const again = await measure(body);
        long = new Map([...again.long].filter(([service]) => long.has(service)));
      }
      expect([...long]).toEqual([]);
      expect(first.answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
      const { refusal } = body;
      const others = first.answers.filter(
        ({ route, status, errorCode }) =>
          // Errors of OAuth have the form of RFC 6749.
          refusal &&
          !route.includes('/oauth/') &&
          !REFUSED_BEFORE.has(status) &&
          (status !== refusal[0] || errorCode !== refusal[1]),
      );
      expect(others).toEqual([]);
      const unexplained = first.answers.filter(
        ({ errorCode, errorMessage }) =>
          errorCode === 'BODY_TOO_COMPLEX' && !/\d+ .*; the limit is \d+/.test(errorMessage),
      );
      expect(unexplained).toEqual([]);
    },
    120_000,
  );
});

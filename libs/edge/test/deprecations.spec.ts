import { allActions, stages } from '@porchlight/contracts';
import type { Action, Deprecation, Descriptor } from '@porchlight/resource';
import { addActionRoutes, addResourceRoutes, createRouteTable } from '../src';
import { routeOptions, startEdge, type EdgeResponse, type EdgeServer } from './edge-server';

const deprecated: Deprecation = { since: '2026-12-31', sunset: '2027-07-01', instead: 'Use `GET /v1/people`.' };
const ANNOUNCED = {
  deprecation: '@1798675200',
  sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
  link: '</docs/guides/versioning#deprecation>; rel="deprecation"; type="text/html"',
};

const check: Action = allActions.find(({ rpc }) => rpc === 'checkDuplicate')!;
/** Operations of the contract, with deprecations of the operation, of a verb and of parameters. */
const actions: readonly Action[] = [
  { ...check, deprecated },
  { ...check, path: '/people/checked', query: { ...check.query, phone: { type: 'string', deprecated } } },
];
const descriptor = {
  ...stages,
  deprecated: { get: deprecated },
  filters: { ...stages.filters, name: { type: 'string', match: 'text', deprecated } },
} as unknown as Descriptor;

/** The headers of a deprecation. */
const announced = ({ headers }: EdgeResponse) =>
  Object.fromEntries(Object.keys(ANNOUNCED).flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : [])));

describe('deprecations (RFC 9745, RFC 8594)', () => {
  let server: EdgeServer;
  const forwarded: unknown[] = [];
  beforeAll(async () => {
    const options = routeOptions();
    const table = createRouteTable();
    const forwardAction = async (_action: unknown, request: unknown): Promise<object> => {
      forwarded.push(request);
      return { found: true };
    };
    const read = { records: [], total: 0, record: { id: 5, version: 1 } };
    addActionRoutes(table, actions, new Set(), { ...options, forwardAction });
    addResourceRoutes(table, descriptor, { ...options, forward: async () => read });
    server = await startEdge(() => undefined, { api: [table.handler] });
  });
  afterAll(() => server.stop());

  it('given a deprecated operation, then it works, and its responses say since when, until when and where to read more', async () => {
    const reply = await server.send('GET', '/v1/people/checkDuplicate?email=ada@example.com');
    expect(reply).toMatchObject({ status: 200, body: { found: true } });
    expect(forwarded).toContainEqual({ email: 'ada@example.com', phone: '' });
    expect(announced(reply)).toEqual(ANNOUNCED);
  });

  it('given a refused request of a deprecated operation, then its error says so too', async () => {
    const reply = await server.send('GET', '/v1/people/checkDuplicate?unknown=1');
    expect(reply.status).toBe(400);
    expect(announced(reply)).toEqual(ANNOUNCED);
  });

  it('given a deprecated parameter, then only responses to requests with it say so', async () => {
    const path = '/v1/people/checked';
    expect(announced(await server.send('GET', `${path}?phone=5125550142`))).toEqual(ANNOUNCED);
    expect(announced(await server.send('GET', `${path}?email=ada@example.com`))).toEqual({});
  });

  it('given a deprecated verb of a resource, then its responses say so', async () => {
    expect(announced(await server.send('GET', '/v1/stages/5'))).toEqual(ANNOUNCED);
  });

  it('given a deprecated filter of a list, then only lists with it say so', async () => {
    expect(announced(await server.send('GET', '/v1/stages?name=Lead'))).toEqual(ANNOUNCED);
    expect(announced(await server.send('GET', '/v1/stages'))).toEqual({});
  });
});

import { allActions } from '@porchlight/contracts';
import type { Action } from '@porchlight/resource';
import { addActionRoutes, createRouteTable } from '../src';
import { routeOptions, startEdge, type EdgeServer } from './edge-server';

const RECORD = { id: 5, name: 'Site', signatureHeaders: [], corsOrigins: [], status: 'Pending', version: 3 };
const BODIES: Readonly<Record<string, string>> = {
  '/account': '{"name":"Harbor"}',
  '/systems/:id': '{"disabled":true}',
  '/senderDomain': '{"address":"team@harbor.example"}',
};
const versioned = allActions.filter((action) => action.versioned);
const of = (method: Action['method']) =>
  versioned.filter((action) => action.method === method).map(({ path }) => [path] as const);

let edge: EdgeServer;
let forwarded: { readonly ifVersion?: number }[] = [];
const send = (method: string, path: string, headers: Record<string, string>) =>
  edge.send(method, `/v1${path.replace(':id', '5')}`, {
    headers: { ...headers, 'content-type': 'application/json' },
    ...(method === 'PUT' && { body: BODIES[path]! }),
  });

beforeAll(async () => {
  const table = createRouteTable();
  addActionRoutes(table, versioned, new Set(), {
    ...routeOptions(),
    forwardAction: async (_action, request) => {
      forwarded.push(request as { readonly ifVersion?: number });
      return { record: RECORD };
    },
  });
  edge = await startEdge(() => undefined, { api: [table.handler] });
});
afterAll(() => edge?.stop());
beforeEach(() => void (forwarded = []));

describe('D1.3 entity tags of actions about one record', () => {
  it('given the account, systems and the sender of emails, then they have them', () => {
    expect([...new Set(versioned.map(({ path }) => path))].sort()).toEqual(Object.keys(BODIES).sort());
  });

  it.each(of('GET'))('given GET %s, then it sends a tag, which returns 304', async (path) => {
    const { headers } = await send('GET', path, {});
    const tag = headers.get('etag')!;
    expect(tag).toMatch(/^"3-[\w-]{11}"$/);
    expect((await send('GET', path, { 'if-none-match': tag })).status).toBe(304);
  });

  it.each([
    ...of('PUT').map(([path]) => ['PUT', path] as const),
    ...of('DELETE').map(([path]) => ['DELETE', path] as const),
  ])('given %s %s with If-Match, then the service gets the version', async (method, path) => {
    await send(method, path, { 'if-match': '"3-abcdefghijk"' });
    await send(method, path, { 'if-match': '"foreign"' });
    await send(method, path, {});
    expect(forwarded.map(({ ifVersion }) => ifVersion)).toEqual([3, 0, undefined]);
  });

  it('given a malformed If-Match, then nothing reaches the service', async () => {
    const { status } = await send('PUT', '/account', { 'if-match': '3' });
    expect(status).toBe(400);
    expect(forwarded).toEqual([]);
  });
});

import { allActions, people } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Action, Descriptor } from '@porchlight/resource';
import { addActionRoutes, addResourceRoutes, createRouteTable, preferredHandling, type IgnoredFields } from '../src';
import { routeOptions, startEdge, type EdgeResponse, type EdgeServer } from './edge-server';

const calls: Record<string, unknown>[] = [];
const counted: IgnoredFields[] = [];
const JSON_TYPE = { 'content-type': 'application/json' };
const LEAD = { person: { emails: ['a@b.c'], nickname: 'x' }, property: { bedrooms: 3, code: 90210 }, extra: 1 };
let strict: EdgeServer;
let lenient: EdgeServer;

const start = (caller: object): Promise<EdgeServer> => {
  const options = {
    ...routeOptions(caller),
    countIgnored: (fields: IgnoredFields) => void counted.push(fields),
    forward: async (_descriptor: unknown, _verb: unknown, request: object) => {
      calls.push(request as Record<string, unknown>);
      return {
        record: { id: 5, version: 1, emails: [], phones: [], tags: [], addresses: [], collaborators: [] },
        records: [],
        created: true,
      };
    },
    forwardAction: async (_action: Action, request: object) => {
      calls.push(request as Record<string, unknown>);
      return { ignored: ['person.customUnknown'] };
    },
  };
  return startEdge((app) => {
    const events = allActions.filter(({ resource, name }) => resource === 'events' && name === 'create');
    const table = createRouteTable();
    addActionRoutes(table, events, new Set(), options);
    addResourceRoutes(table, people as unknown as Descriptor, options);
    app.use('/v1', table.handler);
  });
};

beforeAll(async () => {
  strict = await start({});
  lenient = await start({ handling: 'lenient' });
});
afterAll(() => Promise.all([strict.stop(), lenient.stop()]));
beforeEach(() => void (calls.length = counted.length = 0));

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<EdgeResponse> =>
  strict.send('POST', path, { headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });

describe('Prefer', () => {
  it.each([
    ['handling=lenient', 'lenient'],
    ['respond-async, handling="strict"; a=b', 'strict'],
    ['HANDLING = Lenient', 'lenient'],
    ['handling=other, handling=strict', undefined],
    ['return=minimal', undefined],
    [undefined, undefined],
  ])('%s means %s', (header, expected) => {
    expect(preferredHandling(header)).toBe(expected);
  });
});

describe('a lead', () => {
  it('D11.1 is accepted; X-Ignored and the counts list the ignored or changed fields', async () => {
    const { status, headers } = await post('/v1/events', LEAD);
    expect(status).toBe(204);
    expect(headers.get('preference-applied')).toBe('handling=lenient');
    expect(headers.get('x-ignored')).toBe('person.nickname, property.code, extra, person.customUnknown');
    expect(calls[0]).toMatchObject({ record: { property: { bedrooms: '3', code: '90210' } } });
    expect(counted.flatMap(({ accountId, operation, fields }) => [accountId, operation, ...fields])).toEqual([
      ...[7, 'people.events.create', 'person.nickname', 'property.code', 'extra'],
      ...[7, 'people.events.create', 'person.customUnknown'],
    ]);
  });

  it('is rejected under Prefer: handling=strict if values would be changed', async () => {
    const { status, headers, body } = await post('/v1/events', LEAD, { prefer: 'handling=strict' });
    expect(status).toBe(400);
    expect(headers.get('preference-applied')).toBe('handling=strict');
    expect(body['errorMessage']).toContain("'extra'");
    expect(calls).toEqual([]);
  });

  it.each([
    [
      'bytes in windows-1252',
      Buffer.from('{"source":"Caf\u00e9","person":{"emails":["a@b.c"]}}', 'latin1'),
      'application/json',
    ],
    [
      'a declared old charset',
      Buffer.from('{"source":"Caf\u00e9","person":{"emails":["a@b.c"]}}', 'latin1'),
      'application/json; charset=iso-8859-1',
    ],
    ['text/plain', '{"source":"Caf\u00e9","person":{"emails":["a@b.c"]}}', 'text/plain'],
    [
      'JSON under the type of forms',
      '{"source":"Caf\u00e9","person":{"emails":["a@b.c"]}}',
      'application/x-www-form-urlencoded',
    ],
    [
      'JSON in a field of a form',
      `payload=${encodeURIComponent('{"source":"Caf\u00e9","person":{"emails":["a@b.c"]}}')}`,
      'application/x-www-form-urlencoded',
    ],
    ['a form in an old charset', 'source=Caf%E9&person[emails][0]=a@b.c', 'application/x-www-form-urlencoded'],
    ['a list of one', '[{"source":"Caf\u00e9","person":{"emails":["a@b.c"]}}]', 'application/json'],
    ['JSON text of JSON', JSON.stringify('{"source":"Caf\u00e9","person":{"emails":["a@b.c"]}}'), 'application/json'],
  ])('is read from %s', async (_what, body, type) => {
    const { status } = await strict.send('POST', '/v1/events', { body, headers: { 'content-type': type } });
    expect(status).toBe(204);
    expect(calls[0]).toMatchObject({ record: { source: 'Caf\u00e9', person: { emails: [{ value: 'a@b.c' }] } } });
  });

  it('given a form with bytes of windows-1252, signs beyond ISO 8859-1 are read', async () => {
    const body = 'source=Caf%E9&person[lastName]=O%92Brien&message=%80+450000&person[emails][0]=a@b.c';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await strict.send('POST', '/v1/events', { body, headers })).status).toBe(204);
    expect(calls[0]).toMatchObject({
      record: { source: 'Caf\u00e9', message: '€ 450000', person: { lastName: 'O’Brien' } },
    });
  });

  it.each([
    ['invalid JSON', '{"source":', 'application/json', 400],
    ['XML', '<lead/>', 'application/xml', 415],
    ['an unknown charset', '{}', 'application/json; charset=klingon', 415],
  ])('is still rejected as %s', async (_what, body, type, status) => {
    expect((await strict.send('POST', '/v1/events', { body, headers: { 'content-type': type } })).status).toBe(status);
  });
});

describe('other operations', () => {
  it('D13.10 given fields on a write, the response has these fields', async () => {
    const send = (method: string, path: string) =>
      strict.send(method, path, { body: '{"firstName":"A"}', headers: JSON_TYPE });
    expect(Object.keys((await send('POST', '/v1/people?fields=tags')).body)).toEqual(['id', 'tags']);
    expect(Object.keys((await send('PUT', '/v1/people/5?fields=tags')).body)).toEqual(['id', 'tags']);
  });

  it('stay strict: unknown names, other charsets and other types are rejected', async () => {
    expect((await post('/v1/people', { nmae: 'x' })).status).toBe(400);
    expect((await strict.send('GET', '/v1/people?nmae=x')).status).toBe(400);
    const latin = Buffer.from('{"firstName":"\u00e9"}', 'latin1');
    expect((await strict.send('POST', '/v1/people', { body: latin, headers: JSON_TYPE })).status).toBe(415);
    expect(
      (await strict.send('POST', '/v1/people', { body: '{}', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415);
  });

  it('D11.4 ignore unknown names under Prefer: handling=lenient, or by the setting of the account', async () => {
    const preferred = await post(
      '/v1/people',
      { firstName: 'A', nmae: 'x', customNone: 1 },
      { prefer: 'handling=lenient' },
    );
    expect([preferred.status, preferred.headers.get('x-ignored')]).toEqual([201, 'nmae, customNone']);
    const listed = await lenient.send('GET', '/v1/people?nmae=x&name=A');
    expect([listed.status, listed.headers.get('x-ignored'), listed.headers.get('preference-applied')]).toEqual([
      200,
      'nmae',
      'handling=lenient',
    ]);
    expect((await lenient.send('GET', '/v1/people?nmae=x', { headers: { prefer: 'handling=strict' } })).status).toBe(
      400,
    );
  });

  it('limit X-Ignored to 1 kB of ASCII', async () => {
    const body = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`\u00fc\n${n}${'x'.repeat(40)}`, 1]));
    const { status, headers } = await post('/v1/people', { firstName: 'A', ...body }, { prefer: 'handling=lenient' });
    expect(status).toBe(201);
    expect(headers.get('x-ignored')!.length).toBeLessThanOrEqual(1_024);
    expect(headers.get('x-ignored')).toMatch(/^%C3%BC%0A0x+, [!-~ ]+$/);
  });
});

describe('D13.10 clients that exist', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const send = (body: string, headers: Record<string, string> = {}) =>
    strict.send('POST', '/v1/people', { body, headers: { ...FORM, ...headers } });

  it.each(['{"firstName":"A"}', ' {"firstName":"A","tags":"x"}', '\n{"firstName":"A","contacted":"true"}'])(
    'JSON %j under the type of forms is read as JSON',
    async (body) => {
      expect((await send(body)).status).toBe(201);
      expect(calls[0]).toMatchObject({ record: { firstName: 'A' } });
    },
  );

  it('a list under the type of forms is JSON, and no object', async () => {
    expect((await send('[1]')).body['errorMessage']).toBe('The body must be a JSON object.');
    expect((await send('{"firstName":')).body['errorCode']).toBe('MALFORMED_JSON');
  });

  it.each([
    ['POST', '/v1/people?x=1'],
    ['PUT', '/v1/people/5?x=1'],
    ['DELETE', '/v1/people/5?x=1'],
  ])('the query of %s %s is read strictly by lenient accounts too', async (method, path) => {
    const body = method === 'DELETE' ? '{}' : '{"firstName":"A"}';
    const { status } = await lenient.send(method, path, { body, headers: JSON_TYPE });
    expect(status).toBe(400);
    expect(calls).toEqual([]);
  });

  it.each([[{ deduplicate: true }], [{ deduplicate: 'true' }], [{ deduplicate: 1 }]])(
    'the option may stand in the body: %j',
    async (option) => {
      expect((await post('/v1/people', { firstName: 'A', ...option })).status).toBe(201);
      expect(calls[0]).toMatchObject({ options: { deduplicate: 'true' }, mask: ['firstName'] });
    },
  );

  it('the query takes precedence over an option in the body, and a wrong value is refused', async () => {
    await post('/v1/people?deduplicate=false', { firstName: 'A', deduplicate: true });
    expect(calls[0]).toMatchObject({ options: { deduplicate: 'false' } });
    expect((await post('/v1/people', { firstName: 'A', deduplicate: 'perhaps' })).status).toBe(400);
  });

  it.each(['/v1//people?email=', '//v1/people///?ids=', '/v1/people?smartListId='])(
    'GET %s is an empty list, without a call of the service',
    async (path) => {
      const { status, body } = await strict.send('GET', path);
      expect(status).toBe(200);
      expect(body).toMatchObject({ _metadata: { total: 0, next: null }, people: [] });
      expect(calls).toEqual([]);
    },
  );

  it.each([
    [{ customFields: { customA: 'x' } }],
    [{ customA: 'x' }],
    [{ customFields: { customA: 'y' }, customA: 'x' }],
  ])('people take custom fields as %j', async (body) => {
    expect((await post('/v1/people', body)).status).toBe(201);
    expect(calls[0]).toMatchObject({ record: { customFields: { customA: '"x"' } } });
  });

  it('the 409 of a claimed lead has the lead in its body', async () => {
    const lead = JSON.stringify({ id: 5, name: 'Jo', claimed: true });
    const claimed = await startEdge((app) => {
      app.get('/v1/claimed', () => {
        throw refuse('CONFLICT', { message: 'Taken.', lead });
      });
    });
    const { status, body } = await claimed.send('GET', '/v1/claimed');
    expect(status).toBe(409);
    expect(body).toMatchObject({ errorCode: 'CONFLICT', id: 5, name: 'Jo', claimed: true });
    await claimed.stop();
  });

  it('an unknown key in customFields is refused, and reported in lenient mode', async () => {
    const body = { firstName: 'A', customFields: { nmae: 1 } };
    expect((await post('/v1/people', body)).body['errorMessage']).toBe("Unknown fields: 'customFields.nmae'.");
    const { headers } = await post('/v1/people', body, { prefer: 'handling=lenient' });
    expect(headers.get('x-ignored')).toBe('customFields.nmae');
  });
});

import { as, clientWith } from '../src/client';
import { createJudge, readDescription } from '../src/described';

type Json = Record<string, unknown>;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const description = readDescription();
const items = Object.entries(description['paths'] as Record<string, Json>).filter(
  ([, item]) => item['servers'] === undefined,
);

describe('the API description', () => {
  const anybody = clientWith({});

  it('is served as built, except for the server URL', async () => {
    const { status, headers, body } = await anybody.get('/v1/openapi.json');
    expect(status).toBe(200);
    const withoutAddress = (document: Json) => {
      const info = { ...(document['info'] as Json), contact: 0 };
      return { ...document, info, servers: 0, paths: 0, components: 0 };
    };
    expect(withoutAddress(body as Json)).toEqual(withoutAddress(description));
    expect((body as { components: Json }).components['schemas']).toEqual(
      (description['components'] as Json)['schemas'],
    );
    expect(Object.keys(body.paths)).toEqual(Object.keys(description['paths'] as Json));
    const again = await anybody.get('/v1/openapi.json', { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, undefined, headers.etag]);
    expect((await anybody.call('PATCH', '/v1/openapi.json')).headers.allow).toBe('GET, HEAD');
  });

  it('names exactly the methods that each path accepts', async () => {
    const owner = as('owner');
    const differing: string[] = [];
    for (const [template, item] of items) {
      if (template.endsWith('.json')) continue;
      const reply = await owner.call('PATCH', `/v1${template.replace(/\{\w+\}/g, '1')}`);
      const described = METHODS.filter((method) => method.toLowerCase() in item);
      const taken = METHODS.filter((method) => String(reply.headers.allow).split(', ').includes(method));
      // A path that also matches a record's path accepts the methods of records too.
      const missing = described.filter((method) => !taken.includes(method));
      const more = taken.filter((method) => !described.includes(method));
      const ofRecords = items.some(
        ([other, { put, delete: gone, get }]) =>
          other !== template &&
          new RegExp(`^${other.replace(/\{\w+\}/g, '[^/]+')}$`).test(template) &&
          (put ?? gone ?? get) !== undefined,
      );
      if (reply.status !== 405 || missing.length > 0 || (more.length > 0 && !ofRecords))
        differing.push(`${template}: ${reply.status}, takes ${taken.join(' ')}, described ${described.join(' ')}`);
    }
    expect(differing).toEqual([]);
  });
});

describe('the validator of responses', () => {
  const { judge } = createJudge(description);
  const answer = {
    method: 'GET',
    path: '/v1/stages/1',
    status: 200,
    type: 'application/json; charset=utf-8',
    body: { id: 1, name: 'Lead', orderWeight: 1000, isProtected: false, isDefault: true, peopleCount: 0 },
  };
  const error = { errorMessage: 'x', errorCode: 'NOT_FOUND', requestId: 'x' };

  it('accepts a response that matches the description', () => {
    expect(judge(answer)).toBeUndefined();
    expect(judge({ ...answer, status: 404, body: error })).toBeUndefined();
  });

  it.each([
    ['a status', { status: 418 }, /^418 to GET \/v1\/stages\/1 is not described; described are 200, 304/],
    [
      'a field',
      { body: { ...answer.body, colour: 'red' } },
      /not as described: the body must NOT have additional properties.*colour/,
    ],
    ['a type', { body: { ...answer.body, id: 'one' } }, /not as described: \/id must be integer/],
    ['a code', { status: 404, body: { ...error, errorCode: 'CONFLICT' } }, /the code CONFLICT is not one of/],
    ['a media type', { type: 'text/html' }, /is of type text\/html/],
    ['a path', { path: '/v1/nothing' }, /the path is not described/],
    ['a method', { method: 'PATCH' }, /the method is not described/],
  ])('is wrong by %s that is not described', (_what, change, sentence) => {
    expect(judge({ ...answer, ...change })).toMatch(sentence);
  });
});

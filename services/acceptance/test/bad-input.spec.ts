import { randomInt } from 'node:crypto';
import { as, unique, type Reply } from '../src/client';

const refused = (reply: Reply, status = 400): void => {
  expect(reply.status).toBe(status);
  expect(reply.body).toEqual({
    errorMessage: expect.stringMatching(/\w.*\.?$/),
    errorCode: expect.stringMatching(/^[A-Z_]+$/),
    requestId: expect.any(String),
    // D13.10: every 400 names at least one problem.
    ...(status === 400 && {
      problems: expect.arrayContaining([expect.objectContaining({ code: expect.any(String) })]),
    }),
  });
};

describe('bad input', () => {
  const owner = as('owner');
  const lead = (extra: object): object => ({
    type: 'Registration',
    person: { emails: [`bad.${unique()}@example.com`] },
    ...extra,
  });

  it.each([
    ['malformed JSON', '{"type": "Registration", '],
    ['no object', '[1,2]'],
    ['200 levels', `{"person":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`],
    ['__proto__', `{"__proto__":{"x":1},"type":"Registration"}`],
    ['a $-operator', `{"type":"Registration","person":{"emails":[{"value":{"$ne":""}}]}}`],
    ['nobody', JSON.stringify({ type: 'Registration', person: {} })],
  ])('given %s, then 400 names the defect', async (_what, body) => {
    refused(await owner.call('POST', '/v1/events', { body, headers: { 'content-type': 'application/json' } }));
  });

  /** Bodies with defects that leads are accepted with (decisions section 11); strict handling refuses them. */
  const SLOPPY: [string, string][] = [
    ['a wrong type', JSON.stringify(lead({ message: 5 }))],
    ['an unknown key', JSON.stringify(lead({ colour: 'red' }))],
    ['a number beyond int32', JSON.stringify(lead({ pageDuration: 2147483648 }))],
    ['NUL', JSON.stringify(lead({ message: 'a\0b' }))],
    ['a lone surrogate', JSON.stringify(lead({})).replace('Registration"', 'Registration","message":"\\ud800"')],
    ['an unknown type', JSON.stringify(lead({ type: 'Teleported' }))],
    ['a campaign without source', JSON.stringify(lead({ campaign: { medium: 'x' } }))],
  ];
  it.each(SLOPPY)(
    'D1.10 given a lead with %s, when handling is strict, then 400 names the defect',
    async (_what, body) => {
      const headers = { 'content-type': 'application/json', prefer: 'handling=strict' };
      refused(await owner.call('POST', '/v1/events', { body, headers }));
    },
  );

  it.each(SLOPPY)('given a lead with %s, then it is accepted and the defect is reported', async (_what, body) => {
    const reply = await owner.call('POST', '/v1/events', { body, headers: { 'content-type': 'application/json' } });
    expect(reply.status).toBe(201);
    expect(reply.headers['x-ignored']).toEqual(expect.any(String));
  });

  it('given a body of 2 MB, then 413', async () => {
    refused(await owner.post('/v1/events', lead({ message: 'x'.repeat(2_000_000) })), 413);
  });

  it('given another media type, then 415', async () => {
    refused(await owner.call('POST', '/v1/events', { body: '<lead/>', headers: { 'content-type': 'text/xml' } }), 415);
  });

  it.each([
    'email[$ne]=x',
    '$where=1',
    'limit=1&limit=2',
    'limit=0',
    'limit=-1',
    'limit=x',
    'offset=2001',
    'sort=colour',
    'fields=colour',
    'priceAbove=99999999999',
    'next=xyz',
    'assignedUserId[$gt]=0',
  ])('D2.3 GET /v1/people?%s is a 400 that names it', async (query) => {
    const reply = await owner.get(`/v1/people?${query}`);
    refused(reply);
    if (query.startsWith('offset'))
      expect(reply.body.errorMessage).toContain("Deep pagination disabled, use 'nextLink' url");
  });

  it.each([
    '/v1/people/0',
    '/v1/people/2147483648',
    '/v1/people/abc',
    '/v1/people/1%00',
    '/v1/nothing',
    '/v2/people',
    '/v1/people/1/nothing',
  ])('D1.9 given %s, then 404', async (path) => {
    refused(await owner.get(path), 404);
  });

  it('given a thousand mutated bodies, then no response is a 5xx and no record is incomplete', async () => {
    const tag = unique();
    const base = JSON.stringify({
      type: 'Property Inquiry',
      source: 'Fuzz',
      message: 'm',
      person: { firstName: 'F', emails: [{ value: 'f@example.com' }], phones: ['5551234567'], tags: [tag], price: 1 },
      property: { street: '1 Main', price: 5, forRent: false },
    });
    const pieces = [
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      'null',
      '-1',
      '1e999',
      '\\u0000',
      '\\ud800',
      '"$gt"',
      '"__proto__"',
      'true',
      '\u{1F600}',
      '99999999999',
      '""',
      '{}',
      '[]',
    ];
    const mutate = (): string => {
      let text = base;
      for (let i = randomInt(1, 4); i > 0; i -= 1) {
        const at = randomInt(0, text.length);
        const piece = pieces[randomInt(0, pieces.length)]!;
        text = text.slice(0, at) + piece + text.slice(at + randomInt(0, 3));
      }
      return text;
    };
    const worst = new Map<number, string>();
    for (let round = 0; round < 34; round += 1) {
      const bodies = Array.from({ length: 30 }, mutate);
      const replies = await Promise.all(
        bodies.map((body) =>
          owner.call('POST', '/v1/events', { body, headers: { 'content-type': 'application/json' } }),
        ),
      );
      replies.forEach((reply, i) => worst.set(reply.status, bodies[i]!));
    }
    const faults = [...worst].filter(([status]) => status >= 500);
    expect(faults).toEqual([]);
    // Every created person has a complete record and at least one event.
    const { body } = await owner.get(`/v1/people?tags=${tag}&limit=100`);
    for (const person of body.people as { id: number }[])
      expect((await owner.get(`/v1/events?personId=${person.id}`)).body._metadata.total).toBeGreaterThan(0);
  });
});

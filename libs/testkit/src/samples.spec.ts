import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSampleRun,
  expandPlaceholders,
  loadSamples,
  matchExpected,
  planChains,
  sendSample,
  type LeadSample,
  type SampleAnswer,
  type SampleRequest,
} from './samples';

const users = { owner: { id: 1, name: 'Olive Owner' }, agent: { id: 3, name: 'Ann & Co' } };
const newRun = () =>
  createSampleRun(
    Uint8Array.from({ length: 12 }, (_, i) => i * 21),
    { startedAt: Date.UTC(2026, 0, 2, 3), system: 'Site', users },
  );
const sample = (
  file: string,
  expect: Partial<LeadSample['expect']>,
  request: LeadSample['request'] = { body: {} },
): LeadSample => ({
  file,
  description: 'd',
  request,
  expect: { status: 201, ...expect },
});
const answer = (status: number, body: unknown, headers: Record<string, string> = {}): SampleAnswer => ({
  status,
  body,
  headers,
});

describe('matchExpected', () => {
  it.each([
    ['part of an object', { a: 1 }, { a: 1, b: 2 }],
    ['null for absence', { a: null }, {}],
    ['null for null', { a: null }, { a: null }],
    ['arrays in full', [{ a: 1 }, 2], [{ a: 1, b: 1 }, 2]],
    ['$includes', { $includes: [{ a: 1 }] }, [{ a: 0 }, { a: 1 }]],
    ['$length', { $length: 2 }, [1, 2]],
    ['$matches', { $matches: '^a.c$' }, 'abc'],
    ['$not', { $not: 'Invalid' }, undefined],
  ])('accepts %s', (_, expected, actual) => expect(matchExpected(expected, actual)).toEqual([]));

  it.each([
    ['another value', { a: { b: 1 } }, { a: { b: 2 } }, 'a.b: expected 1, got 2'],
    ['0 for false', { a: false }, { a: 0 }, 'a: expected false, got 0'],
    ['a value for null', { a: null }, { a: '' }, 'a: expected none, got ""'],
    ['a longer array', { a: [1] }, { a: [1, 2] }, 'a: expected 1 elements, got 2: [1,2]'],
    ['$includes without it', { a: { $includes: ['x'] } }, { a: ['y'] }, 'a: expected an element like "x" in ["y"]'],
    ['$not with it', { a: { $not: 1 } }, { a: 1 }, 'a: expected anything but 1'],
    ['an unknown operator', { a: { $odd: 1 } }, { a: 1 }, 'a: the sample uses an unknown operator $odd'],
  ])('names %s', (_, expected, actual, problem) => expect(matchExpected(expected, actual)).toEqual([problem]));
});

describe('placeholders', () => {
  it('are text within a text, and values on their own', () => {
    const run = newRun();
    run.people.set('01-a', 77);
    expect(
      expandPlaceholders({ a: ['x.{{run}}@y', '{{user:agent.id}}', '{{person:01-a}}'], b: '{{hoursAgo:3}}' }, run),
    ).toEqual({
      a: [`x.${run.run}@y`, 3, 77],
      b: '2026-01-02T00:00:00Z',
    });
    expect(run.digits).toMatch(/^[2-9]\d{6}$/);
  });

  it('without a value are refused', () => {
    expect(() => expandPlaceholders('a {{odd}}', newRun())).toThrow('unknown placeholder {{odd}}');
    expect(() => expandPlaceholders('{{person:99-x}}', newRun())).toThrow("no person came of sample '99-x'");
  });
});

describe('planChains', () => {
  it('groups samples that refer to each other, in file order', () => {
    const samples = [
      sample('1', {}),
      sample('2', {}),
      sample('3', { samePersonAs: '1' }),
      sample('4', {}, { body: { person: { id: '{{person:2}}' } } }),
      { ...sample('5', { notPersonOf: '3' }), after: ['4'] },
      sample('6', {}),
    ];
    expect(planChains(samples).map((chain) => chain.map((one) => one.file))).toEqual([
      ['1', '2', '3', '4', '5'],
      ['6'],
    ]);
  });

  it('refuses a reference to a later sample', () => {
    expect(() => planChains([sample('1', { samePersonAs: '2' }), sample('2', {})])).toThrow('Sample 1 refers to 2');
  });
});

describe('sendSample', () => {
  it('sends form pairs with encoded placeholders, and stores the person', async () => {
    const run = newRun();
    const sent: SampleRequest[] = [];
    const one = sample(
      '1',
      { person: { id: 5 }, event: { type: 'Registration' } },
      { form: ['a=1', 'b={{user:agent.name}}'], as: 'agent' },
    );
    const outcome = await sendSample(one, run, async (request) => {
      sent.push(request);
      return request.method === 'POST'
        ? answer(201, { id: 5 }, { 'x-event-id': '9' })
        : answer(200, { personId: 5, type: 'Registration' });
    });
    expect(outcome.problems).toEqual([]);
    expect(run.people.get('1')).toBe(5);
    expect(sent[0]).toMatchObject({
      body: 'a=1&b=Ann%20%26%20Co',
      as: 'agent',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(sent[1]!.path).toBe('/v1/events/9');
  });

  it.each<[string, Partial<LeadSample['expect']>, SampleAnswer, RegExp]>([
    ['another status', {}, answer(400, { errorMessage: 'Bad.' }), /^status: expected 201, got 400 Bad\.$/],
    ['no person', {}, answer(201, {}), /^id: expected the person/],
    ['another person', { samePersonAs: '0' }, answer(201, { id: 6 }), /^id: expected person 5 of 0, got 6$/],
    [
      'the same person where another is wanted',
      { notPersonOf: '0' },
      answer(201, { id: 5 }),
      /^id: expected another person than 0$/,
    ],
    ['another value', { person: { name: 'A' } }, answer(201, { id: 5, name: 'B' }), /^name: expected "A", got "B"$/],
    ['a refusal without a sentence', { status: 400 }, answer(400, {}), /^errorMessage: expected a sentence/],
    [
      'a refusal of other words',
      { status: 400, errorMessage: ['price'] },
      answer(400, { errorMessage: 'No.' }),
      /^errorMessage: expected 'price' in 'No\.'$/,
    ],
    ['an event that cannot be read', { event: {} }, answer(201, { id: 5 }), /^X-Event-Id/],
  ])('reports %s', async (_, expected, got, problem) => {
    const run = newRun();
    run.people.set('0', 5);
    const outcome = await sendSample(sample('1', expected), run, async () => got);
    expect(outcome.problems).toEqual([expect.stringMatching(problem)]);
  });

  it('reports an event of another person, and a lost connection', async () => {
    const other = await sendSample(sample('1', { event: {} }), newRun(), async ({ method }) =>
      method === 'POST' ? answer(201, { id: 5 }, { 'x-event-id': '9' }) : answer(200, { personId: 6 }),
    );
    expect(other.problems).toEqual(['event.personId: expected 5, got 6']);
    const lost = await sendSample(sample('1', {}), newRun(), () => Promise.reject(new Error('reset')));
    expect(lost).toMatchObject({ status: 0, problems: ['no answer: reset'] });
  });
});

describe('loadSamples', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'samples-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it.each([
    ['{', 'Sample 1.json is not valid JSON'],
    ['{"description":"d","request":{"body":{}},"expect":{"status":200},"oops":1}', 'unknown keys in the file: oops'],
    ['{"description":"d","request":{"body":{},"raw":""},"expect":{"status":200}}', 'exactly one of'],
    ['{"description":"d","request":{"body":{}},"expect":{}}', "'expect.status' is missing"],
  ])('refuses %s', async (text, why) => {
    await writeFile(join(folder, '1.json'), text);
    await expect(loadSamples(folder)).rejects.toThrow(why);
  });
});

describe('samples/leads', () => {
  const load = () => loadSamples(join(__dirname, '../../../samples/leads'));
  const TYPES = [
    'Registration',
    'Inquiry',
    'Seller Inquiry',
    'Property Inquiry',
    'General Inquiry',
    'Viewed Property',
    'Saved Property',
    'Visited Website',
    'Incoming Call',
    'Unsubscribed',
    'Property Search',
    'Saved Property Search',
    'Visited Open House',
    'Viewed Page',
  ];

  it('form chains and cover every event type', async () => {
    const samples = await load();
    expect(samples.length).toBeGreaterThanOrEqual(150);
    expect(planChains(samples).flat()).toHaveLength(samples.length);
    const sent = samples.map((one) => (one.request.body as { type?: string } | undefined)?.type);
    expect(TYPES.filter((type) => !sent.includes(type))).toEqual([]);
  });

  it('have a lenient variant of each sample that strict handling rejects', async () => {
    const samples = await load();
    const isStrict = ({ request }: LeadSample): boolean => request.headers?.['Prefer'] === 'handling=strict';
    const twins = samples.filter(({ lenientTwinOf }) => lenientTwinOf !== undefined);
    expect(twins.map(({ lenientTwinOf }) => lenientTwinOf).sort()).toEqual(
      samples
        .filter(isStrict)
        .map(({ file }) => file)
        .sort(),
    );
    expect(twins.filter(isStrict)).toEqual([]);
  });

  it('have placeholders in each email and phone, so that each run sends new people', async () => {
    const fixed = (await load()).flatMap(({ file, request }) => {
      const person = (request.body as { person?: Record<string, unknown> } | undefined)?.person;
      return [...texts(person?.['emails']), ...texts(person?.['phones'])]
        .filter((text) => isAddress(text) && !/\{\{(run|RUN|line)\}\}/.test(text))
        .map((text) => `${file}: ${text}`);
    });
    expect(fixed).toEqual([]);
  });
});

/** Returns every string of a value at any depth: senders nest entries in lists, objects and indexed objects. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];
}

/** True for an email address and for a phone number; false for a type or a label. */
function isAddress(text: string): boolean {
  return text.includes('@') || text.replace(/[^0-9]/g, '').length >= 7;
}

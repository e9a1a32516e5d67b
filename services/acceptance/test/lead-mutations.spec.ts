import { randomBytes } from 'node:crypto';
import { createSampleRun, expandPlaceholders, loadSamples } from '@porchlight/testkit/src/samples';
import { account, as } from '../src/client';
import { readConnection, samplesFolder } from '../src/stack-connection';

type JsonObject = Record<string, unknown>;
type Random = () => number;
interface Sent {
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const RUNS = 300;
/** Requests at a time. */
const CONCURRENT = 6;
const SEED = Number(process.env['PORCHLIGHT_MUTATION_SEED'] ?? Date.now() % 2_147_483_647);
const UNSAFE = '<p>hi</p><script>alert(1)</script><img src=x onerror=alert(1)>';

/** Mulberry32: the same seed repeats the same mutations. */
const randomFrom = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};
/** Returns the value if it is an object, else an empty object. */
const asRecord = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

const pick = <T>(values: readonly T[], random: Random): T => values[Math.floor(random() * values.length)]!;

/** Replacement values: other types, other nesting, and limits of a field's range. */
const replacements: readonly ((value: unknown) => unknown)[] = [
  () => null,
  () => '',
  () => true,
  () => -1.5,
  () => 1e300,
  () => [],
  () => ({ nested: { deeper: [1, null] } }),
  () => 'x'.repeat(70_000),
  () => '\u0000\ud800',
  () => UNSAFE,
  (value) => [value],
  (value) => [[value], null],
  (value) => ({ value }),
  (value) => JSON.stringify(value),
  (value) => String(value),
];

/** The contacts stay in the right place; only their notation changes. */
const contactShapes: readonly ((email: string) => unknown)[] = [
  (email) => email,
  (email) => [email],
  (email) => [[email]],
  (email) => ({ value: email }),
  (email) => [{ value: email, type: 'unknown', isPrimary: 'yes', more: 1 }],
  (email) => ({ 0: { value: [email] } }),
  (email) => JSON.stringify([{ value: email }]),
  (email) => [null, '', {}, { value: email }],
];

const mutateValues = (value: unknown, random: Random): unknown => {
  if (random() < 0.15) return pick(replacements, random)(value);
  if (Array.isArray(value)) return value.map((entry) => mutateValues(entry, random));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]): [string, unknown] => [key, mutateValues(part, random)]);
  if (random() < 0.2) entries.push([pick(['extra', '__proto__', 'constructor', 'ключ'], random), { any: [1] }]);
  return Object.fromEntries(entries);
};

const wrappers: readonly ((json: string) => Sent)[] = [
  (json) => ({ body: json }),
  (json) => ({ body: `\n ${json} ` }),
  (json) => ({ body: `[${json}]` }),
  (json) => ({ body: JSON.stringify({ payload: json }) }),
  (json) => ({ body: json.replace('{', '{"source":"First","source":{},') }),
  (json) => ({ body: Buffer.from(json.replace(/[^\u0000-\u00ff]/g, '?'), 'latin1') }),
  (json) => ({ body: json, headers: { 'content-type': 'text/plain' } }),
  (json) => ({ body: json, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  (json) => ({
    body: `payload=${encodeURIComponent(json)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
];

it('given a mutated lead with an email in the right place, then it is stored, and no unsafe markup with it', async () => {
  console.info(`seed of the mutations: ${SEED} (PORCHLIGHT_MUTATION_SEED)`);
  const random = randomFrom(SEED);
  const samples = (await loadSamples(samplesFolder)).filter(
    ({ request, expect: { status } }) =>
      status === 201 && typeof request.body === 'object' && !Array.isArray(request.body),
  );
  const system = readConnection().system.name;
  const run = createSampleRun(randomBytes(12), { startedAt: Date.now(), system, users: account(2).users });
  const owner = as('owner', 2);
  const problems: string[] = [];
  let identified = 0;
  let accepted = 0;
  // All random values are drawn before the first request, so that a seed repeats them.
  const leads = Array.from({ length: RUNS }, (_, nth) => {
    const sample = pick(
      samples.filter(({ request }) => !JSON.stringify(request).includes('{{person:')),
      random,
    );
    const lead = mutateValues(expandPlaceholders(sample.request.body, run), random);
    const isIdentified = random() < 0.9;
    const { id: _id, ...person } = asRecord(asRecord(lead)['person']);
    const emails = pick(contactShapes, random)(`mutation.${nth}.${run.run}@example.com`);
    const body = isIdentified ? { ...asRecord(lead), person: { ...person, emails } } : lead;
    const sent = pick(wrappers, random)(JSON.stringify(body) ?? 'null');
    return { nth, file: sample.file, isIdentified, sent };
  });
  const check = async ({ nth, file, isIdentified, sent }: (typeof leads)[number]): Promise<void> => {
    const reply = await owner.call('POST', '/v1/events', sent);
    const what = `run ${nth}, ${file}: ${reply.status} ${reply.body?.errorMessage ?? ''} for ${String(sent.body).slice(0, 400)}`;
    const isRefused = reply.status >= 400 && reply.status < 500;
    if (isIdentified) identified += 1;
    if (isIdentified && !isRefused) accepted += 1;
    if (![200, 201, 204].includes(reply.status) && !isRefused) problems.push(what);
    if (isRefused && (isIdentified || !reply.body?.errorCode || !reply.body?.errorMessage)) problems.push(what);
    const eventId = reply.headers['x-event-id'];
    if (isRefused || typeof eventId !== 'string') return;
    const event = (await owner.get(`/v1/events/${eventId}`)).body;
    const note = event.noteId ? (await owner.get(`/v1/notes/${event.noteId}`)).body : undefined;
    const texts = [event.message, event.description, note?.isHtml ? note.body : ''].join('\n');
    if (/<script|<[^>]*onerror=/i.test(texts)) problems.push(`unsafe markup was stored: ${what}`);
  };
  for (let at = 0; at < RUNS; at += CONCURRENT) await Promise.all(leads.slice(at, at + CONCURRENT).map(check));
  console.info(`accepted ${accepted} of ${identified} mutations that identify a person, in ${RUNS} mutations`);
  expect(problems.slice(0, 20)).toEqual([]);
}, 300_000);

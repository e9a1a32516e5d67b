import { refuse } from '@porchlight/errors';
import { createManualClock, sleep } from '@porchlight/runtime';
import { isIdempotencyKey } from './idempotency-key';
import type { JournalRow, JournalRows } from './journal';
import type { IdempotencyContext } from './idempotency-context';
import { createIdempotencyStore, type IdempotencyStore } from './idempotency-store';

const createRows = (): JournalRows & { readonly all: Map<string, JournalRow> } => {
  const all = new Map<string, JournalRow>();
  return {
    all,
    insert: async (row) => !all.has(row._id) && all.set(row._id, row) !== undefined,
    findOne: async ({ _id }) => all.get(_id) ?? null,
    find: async ({ _id }) => [...all.values()].filter((row) => row._id > _id.$gt && row._id < _id.$lt),
    updateOne: async ({ _id }, { $set }) => all.has(_id) && all.set(_id, { ...all.get(_id)!, ...$set }) !== undefined,
    deleteOne: async ({ _id }) => all.delete(_id),
  };
};

const setUp = () => {
  const rows = createRows();
  const clock = createManualClock(1_000_000);
  const logger = { warn: () => undefined };
  const open = (): IdempotencyStore =>
    createIdempotencyStore({ openRows: () => rows, clock, logger, secret: Buffer.alloc(32, 7) });
  return { rows, clock, open };
};

const asked = (more: { key?: string; fingerprint?: string; accountId?: number; signal?: AbortSignal } = {}) => ({
  accountId: 1,
  key: 'key:5:abc',
  fingerprint: 'POST /v1/people',
  signal: new AbortController().signal,
  ...more,
});

const bytes = (text: string): Uint8Array => Buffer.from(text);
const decodeText = ({ response, replayed }: { response: Uint8Array; replayed: boolean }): [string, boolean] => [
  Buffer.from(response).toString(),
  replayed,
];

test('an equal call gets the same response, also from another process; other keys, credentials and accounts are separate', async () => {
  const { open, rows } = setUp();
  let done = 0;
  const work = async () => bytes(`answer ${(done += 1)}`);
  expect(decodeText(await open().run(asked(), work))).toEqual(['answer 1', false]);
  expect(decodeText(await open().run(asked(), work))).toEqual(['answer 1', true]);
  expect(decodeText(await open().run(asked({ key: 'key:6:abc' }), work))).toEqual(['answer 2', false]);
  expect(decodeText(await open().run(asked({ accountId: 2 }), work))).toEqual(['answer 3', false]);
  await expect(open().run(asked({ fingerprint: 'POST /v1/deals' }), work)).rejects.toMatchObject({
    reason: 'IDEMPOTENCY_KEY_REUSED',
  });
  expect(done).toBe(3);
  const stored = JSON.stringify([...rows.all.values()]);
  for (const secret of ['abc', 'answer 1', Buffer.from('answer 1').toString('base64'), 'key:5'])
    expect(stored).not.toContain(secret);
});

test('given twenty equal concurrent calls, then one runs and the others wait for its response', async () => {
  const { open } = setUp();
  const processes = [open(), open(), open()];
  let done = 0;
  const work = async () => {
    await sleep(40);
    return bytes(`answer ${(done += 1)}`);
  };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => processes[nth % 3]!.run(asked(), work).then(decodeText)),
  );
  expect(answers.filter(([, replayed]) => !replayed)).toHaveLength(1);
  expect(new Set(answers.map(([text]) => text))).toEqual(new Set(['answer 1']));
});

test('a caller that waits longer than its deadline gets DEADLINE, and the work continues', async () => {
  const { open } = setUp();
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  const first = open().run(asked(), () => promise);
  await expect(open().run(asked({ signal: AbortSignal.timeout(30) }), async () => bytes('no'))).rejects.toMatchObject({
    reason: 'DEADLINE',
  });
  resolve(bytes('yes'));
  expect(decodeText(await first)).toEqual(['yes', false]);
});

test('a refusal releases the key; any other error is followed by another attempt with the same memoized values', async () => {
  const { open, rows } = setUp();
  const refusing = open().run(asked(), async () => {
    throw refuse('INVALID_BODY', { problems: 'No.' });
  });
  await expect(refusing).rejects.toMatchObject({ reason: 'INVALID_BODY' });
  expect(rows.all.size).toBe(0);

  const chosen: unknown[] = [];
  let next = 0;
  const choose = async (once: IdempotencyContext): Promise<void> => {
    const part = once.part('item');
    chosen.push([
      await once.memoize('id', () => (next += 1)),
      await part.memoize('id', () => ({ at: new Date((next += 1)) })),
      once.previous('id'),
      part.previous('id'),
    ]);
  };
  const failing = open().run(asked({ fingerprint: 'other body' }), async (once) => {
    await choose(once);
    throw refuse('UNAVAILABLE');
  });
  await expect(failing).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  const work = async (once: IdempotencyContext) => {
    await choose(once);
    return bytes('done');
  };
  expect(decodeText(await open().run(asked({ fingerprint: 'other body' }), work))).toEqual(['done', false]);
  expect(chosen).toEqual([
    [1, { at: new Date(2) }, undefined, undefined],
    [1, { at: new Date(2) }, 1, { at: new Date(2) }],
  ]);
});

test('a call of a crashed process is executed by exactly one of the next equal calls', async () => {
  const { open, clock } = setUp();
  void open().run(asked(), () => new Promise(() => undefined));
  await sleep(10);
  let done = 0;
  const work = async () => {
    await sleep(20);
    return bytes(`answer ${(done += 1)}`);
  };
  const waiting = Array.from({ length: 5 }, () => open().run(asked(), work));
  await sleep(60);
  expect(done).toBe(0);
  clock.advance(2_100);
  const answers = await Promise.all(waiting.map((call) => call.then(decodeText)));
  expect(done).toBe(1);
  expect(new Set(answers.map(([text]) => text))).toEqual(new Set(['answer 1']));
});

test.each([
  ['a', true],
  ['8e03978e-40d5-43dd-bc93-6894a57f9324', true],
  ['"quoted with a space"', true],
  ['x'.repeat(255), true],
  ['x'.repeat(256), false],
  ['x'.repeat(300), false],
  ['', false],
  [' a', false],
  ['a\u0001b', false],
  ['a\tb', false],
  ['schlüssel', false],
])('%j is a valid key: %s', (text, may) => expect(isIdempotencyKey(text)).toBe(may));

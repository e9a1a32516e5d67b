import { closeBooks, type Arrival, type Books, type Entry } from './ledger';

const arrival = (over: Partial<Arrival> = {}): Arrival => ({
  webhookId: '1/1',
  eventId: 'e1',
  personIds: [7],
  at: 100_000,
  status: 200,
  ...over,
});

const release: Books['release'] = {
  answered: 9,
  failed: [],
  repeated: 0,
  replaced: [{ name: 'people-2', stopMs: 1_200, inOrder: true, readyMs: 900 }],
  made: ['people 1/7', 'deals 1/7'],
  found: ['deals 1/7', 'people 1/7'],
};

const books = (over: Partial<Books> = {}): Books => ({
  slowdown: 1,
  release,
  faults: [...'abcdefgh'],
  writes: [{ accountId: 1, personId: 7 }],
  webhooks: [{ id: '1/1', accountId: 1, receiver: 'good' }],
  arrivals: [arrival()],
  crashes: [],
  logged: [{ webhookId: '1/1', eventId: 'e1', status: 'Delivered', attempts: 1 }],
  owners: new Map([['e1', 1]]),
  quiet: [{ webhookId: '1/1', why: 'disabled', from: 100_500, to: 200_000 }],
  queues: new Map([['due', 0]]),
  memory: [{ name: 'people', before: 100, after: 109 }],
  ...over,
});

const failed = (over: Partial<Books>): string[] =>
  closeBooks(books(over))
    .filter(({ ok }) => !ok)
    .map(({ claim }) => claim);
const findEntry = (claim: string, over: Partial<Books>): Entry =>
  closeBooks(books(over)).find((one) => one.claim.includes(claim))!;

it('finds nothing wrong where nothing is', () => {
  expect(failed({})).toEqual([]);
});

it('fails a claim about nothing', () => {
  const empty = {
    release: { ...release, replaced: [], made: [], found: [] },
    faults: [],
    writes: [],
    webhooks: [],
    arrivals: [],
    logged: [],
    quiet: [],
    queues: new Map(),
    memory: [],
  };
  expect(failed(empty)).toHaveLength(10);
});

it('finds a request that failed in a release, and a process that was slow or broke off', () => {
  const wrong = (over: Partial<Books['release']>) =>
    findEntry('fails no request', { release: { ...release, ...over } }).wrong;
  expect(wrong({ failed: ['POST /v1/deals: 503'] })).toEqual(['POST /v1/deals: 503']);
  expect(
    wrong({
      replaced: [
        { name: 'deals', stopMs: 5_100, inOrder: true, readyMs: 900 },
        { name: 'auth', stopMs: 90, inOrder: false, readyMs: 900 },
      ],
    }),
  ).toEqual(['deals ended in order after 5.1 s', 'auth ended out of order after 0.1 s']);
});

it('given a machine that is three times slower, then a process may end within 15 s', () => {
  const end = (stopMs: number) =>
    closeBooks(
      books({
        slowdown: 3,
        release: { ...release, replaced: [{ name: 'deals', stopMs, inOrder: true, readyMs: 900 }] },
      }),
    ).find(({ claim }) => claim === 'a release fails no request, and processes end within 15 s');
  expect(end(14_900)?.ok).toBe(true);
  expect(end(15_100)?.ok).toBe(false);
});

it('finds what a release lost or doubled', () => {
  const wrong = (over: Partial<Books['release']>) =>
    findEntry('loses nothing', { release: { ...release, ...over } }).wrong;
  expect(wrong({ found: ['people 1/7'] })).toEqual(['deals 1/7 was acknowledged and is not there']);
  expect(wrong({ found: [...release.found, 'deals 1/8'] })).toEqual(['deals 1/8 is there and was not acknowledged']);
  expect(wrong({ made: [...release.made, 'deals 1/7'] })).toEqual(['1 ids were given out or shown twice']);
});

it('is worth nothing when hardly anything was broken', () => {
  expect(failed({ faults: [...'abcdefga'] })).toEqual(['the system was broken in at least 8 ways']);
});

it('finds a write that never arrived, at the webhook that it did not come to', () => {
  const webhooks = [
    { id: '1/1', accountId: 1, receiver: 'good' },
    { id: '1/2', accountId: 1, receiver: 'slow' },
    { id: '2/3', accountId: 2, receiver: 'good' },
  ];
  expect(findEntry('every acknowledged', { webhooks }).wrong).toEqual([
    'person 7 of account 1 never came to the slow receiver',
  ]);
});

it('does not take a refused request for an arrival', () => {
  expect(failed({ arrivals: [arrival({ status: 500 })] })).toContain(
    'every acknowledged write arrived at every active webhook',
  );
});

it('finds what came twice, unless a crash around the first answer excuses it', () => {
  const arrivals = [arrival(), arrival({ at: 120_000 })];
  const logged = [{ webhookId: '1/1', eventId: 'e1', status: 'Delivered', attempts: 2 }];
  const twice = (crashes: Books['crashes']) => findEntry('twice', { arrivals, logged, crashes });
  expect(twice([]).wrong).toEqual(['person 7 twice at webhook 1/1 (good), 20.0 s apart, one event']);
  expect(twice([{ of: 'notifier', from: 102_000, to: 104_000 }])).toMatchObject({ ok: true, note: '1 after a crash' });
  // Too late, at another receiver, or of a process that keeps no results.
  expect(twice([{ of: 'notifier', from: 104_000, to: 121_000 }]).ok).toBe(false);
  expect(twice([{ of: 'slow', from: 99_000, to: 101_000 }]).ok).toBe(false);
  expect(twice([{ of: 'kafka', from: 99_000, to: 101_000 }]).ok).toBe(false);
});

it('never excuses one person under two events', () => {
  const arrivals = [arrival(), arrival({ at: 101_000, eventId: 'e2' })];
  expect(findEntry('twice', { arrivals, crashes: [{ of: 'notifier', from: 99_000, to: 102_000 }] }).wrong).toHaveLength(
    1,
  );
});

it("finds another account's event and an unknown event", () => {
  expect(findEntry('another account', { owners: new Map([['e1', 2]]) }).wrong).toEqual([
    'event e1 of account 2 came to webhook 1/1 of account 1',
  ]);
  expect(findEntry('another account', { owners: new Map() }).ok).toBe(false);
});

it('finds attempts that are missing in the log, and wrong final states', () => {
  const wrong = (over: Partial<Books>) => findEntry('log', over).wrong;
  expect(wrong({ logged: [] })).toEqual(['1/1 e1: not in the log']);
  expect(wrong({ arrivals: [arrival({ status: 500 }), arrival({ at: 102_000 })] })).toEqual([
    '1/1 e1: 2 attempts seen, 1 in the log',
  ]);
  expect(wrong({ logged: [{ webhookId: '1/1', eventId: 'e1', status: 'Pending', attempts: 1 }] })).toEqual([
    '1/1 e1: received, but Pending in the log',
  ]);
  expect(
    wrong({
      arrivals: [arrival({ status: 500 }), arrival({ at: 120_000 })],
      crashes: [{ of: 'database', from: 99_000, to: 100_000 }],
    }),
  ).toEqual([]);
});

it('finds notifications of an account after it was disabled or deleted, and those of its broken webhooks', () => {
  const late = (at: number, crashes: Books['crashes'] = []) =>
    findEntry('disabled or deleted', { arrivals: [arrival({ status: 500 }), arrival({ status: 500, at })], crashes })
      .wrong;
  expect(late(110_000)).toEqual([]);
  expect(late(111_000)).toEqual(['event e1 came to webhook 1/1, 10.5 s after its account was disabled']);
  expect(late(111_000, [{ of: 'kafka', from: 105_000, to: 108_000 }])).toEqual([]);
  expect(late(119_000, [{ of: 'kafka', from: 105_000, to: 108_000 }])).toHaveLength(1);
  expect(late(201_000)).toEqual([]);
});

it('finds queues that are not empty and cannot be read, and memory that grew by more than a tenth and 24 MB', () => {
  expect(
    findEntry('queues', {
      queues: new Map([
        ['due', 0],
        ['lag', 3],
        ['dead', NaN],
      ]),
    }).wrong,
  ).toEqual(['lag: 3 left', 'dead: NaN left']);
  const findGrown = (before: number, after: number) =>
    findEntry('memory', { memory: [{ name: 'people', before, after }] }).wrong;
  expect(findGrown(100, 124)).toHaveLength(0);
  expect(findGrown(100, 125)).toHaveLength(1);
  expect(findGrown(300, 331)).toHaveLength(1);
});

describe('Leads while a broker is away', () => {
  const broker = { of: 'kafka-3', from: 100_000, to: 107_000 };
  const check = (span: { from: number; to: number }, ...others: Books['crashes']) => {
    const writes = [{ accountId: 1, personId: 7, span }];
    return findEntry('broker', { writes, crashes: [...others, broker] });
  };

  it('given a lead that waits longer than 5 s, then it is wrong', () => {
    expect(check({ from: 100_500, to: 105_500 }).ok).toBe(true);
    expect(check({ from: 100_500, to: 105_600 }).wrong).toEqual(['a lead waited 5.1 s (kafka-3)']);
    expect(check({ from: 98_000, to: 103_100 }).wrong).toEqual(['a lead waited 5.1 s (kafka-3)']);
  });

  it('given a lead that waited for the database before, then only the time after counts', () => {
    const database = { of: 'people-database', from: 90_000, to: 99_900 };
    expect(check({ from: 91_000, to: 104_900 }, database).ok).toBe(true);
    expect(check({ from: 91_000, to: 105_000 }, database).wrong).toEqual([
      'a lead waited 5.1 s (people-database, kafka-3)',
    ]);
  });

  it('given overlapping faults of other processes, then their time does not count, and that between them does', () => {
    const others = [
      { of: 'people-database', from: 90_000, to: 94_000 },
      { of: 'people', from: 92_000, to: 95_000 },
      { of: 'gateway', from: 103_000, to: 104_000 },
    ];
    expect(check({ from: 89_000, to: 101_100 }, ...others).wrong).toHaveLength(1);
    expect(check({ from: 91_000, to: 100_100 }, ...others).wrong).toHaveLength(1);
    expect(check({ from: 91_000, to: 100_000 }, ...others).ok).toBe(true);
  });

  it('given no fault of a broker, then there is no claim', () => {
    expect(closeBooks({ ...books(), crashes: [] }).some(({ claim }) => claim.includes('broker'))).toBe(false);
  });
});

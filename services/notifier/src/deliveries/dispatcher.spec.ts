import { createManualClock } from '@porchlight/runtime';
import { eventually } from '@porchlight/testkit';
import { createDispatcher } from './dispatcher';
import type { AttemptObservation } from './origin-queue';

interface Started {
  readonly lane: string;
  end(observation?: AttemptObservation): Promise<void>;
}

const setUp = (concurrency = 8) => {
  const clock = createManualClock();
  const started: Started[] = [];
  const postponed: string[] = [];
  let rooms = 0;
  const dispatcher = createDispatcher<string>({
    clock,
    concurrency,
    queueLimits: { concurrency: 4, perSecond: 100_000, maxRestMs: 60_000 },
    attempt: (lane) =>
      new Promise((resolve) => {
        started.push({
          lane,
          end: async (observation = { answered: true, ms: 5 }) => {
            resolve(observation);
            await new Promise((turn) => setImmediate(turn));
          },
        });
      }),
    postpone: (lane) => void postponed.push(lane),
    onRoom: () => void rooms++,
  });
  const offer = (lane: string, count: number): number => {
    let taken = 0;
    for (let n = 0; n < count; n++)
      if (dispatcher.reserve(lane)) {
        dispatcher.enqueue(lane, lane);
        taken++;
      }
    return taken;
  };
  return { clock, dispatcher, started, postponed, offer, rooms: () => rooms };
};

describe('The dispatcher', () => {
  test('When a destination is new, Then it starts with two attempts at a time and grows with each response', async () => {
    const { started, offer } = setUp();
    offer('a', 8);
    expect(started).toHaveLength(2);
    await started[0]!.end();
    expect(started).toHaveLength(4);
  });

  test('When one receiver never responds, Then others are not delayed', async () => {
    const { started, offer } = setUp();
    offer('dead', 8);
    offer('well', 4);
    const well = started.filter(({ lane }) => lane === 'well');
    // A quarter of eight slots is for destinations without history: the dead one uses both, for a second.
    expect(well).toHaveLength(0);
    await eventually(() => expect(started.filter(({ lane }) => lane === 'well')).toHaveLength(2));
    for (const attempt of started.filter(({ lane }) => lane === 'well')) await attempt.end();
    expect(started.filter(({ lane }) => lane === 'well').length).toBeGreaterThanOrEqual(4);
  });

  test('When quick destinations have work, Then slow ones cannot take all slots', async () => {
    const { started, offer } = setUp();
    offer('well', 1);
    await started[0]!.end();
    for (let n = 0; n < 10; n++) offer(`dead${n}`, 2);
    expect(started.filter(({ lane }) => lane !== 'well')).toHaveLength(2);
    offer('well', 3);
    expect(started.filter(({ lane }) => lane === 'well')).toHaveLength(4);
  });

  test('When a queue is full, Then it rejects work and reports when it has room', async () => {
    const { started, offer, dispatcher, rooms } = setUp();
    expect(offer('a', 20)).toBe(10);
    expect(dispatcher.getRoom('a')).toBe(0);
    while (started.length < 10) for (const attempt of [...started]) await attempt.end();
    expect(rooms()).toBeGreaterThan(0);
    expect(dispatcher.getRoom('a')).toBeGreaterThan(0);
  });

  test('When a circuit opens, Then waiting jobs are postponed and nothing is accepted while it is open', async () => {
    const { clock, started, postponed, offer, dispatcher } = setUp();
    expect(offer('dead', 8)).toBe(8);
    for (let n = 0; n < 5; n++) await started[n]!.end({ answered: false, ms: 3_000 });
    expect(postponed.length).toBeGreaterThan(0);
    expect(started.length + postponed.length).toBe(8);
    expect(dispatcher.openUntil('dead')).toBeGreaterThan(clock.now());
    expect(dispatcher.getRoom('dead')).toBe(0);
    expect(offer('dead', 1)).toBe(0);
    clock.advance(1_000);
    expect(offer('dead', 2)).toBe(1);
  });

  test('When a reserved place is released, Then it can be reserved again', () => {
    const { dispatcher, offer } = setUp();
    for (let n = 0; n < 8; n++) expect(dispatcher.reserve('a')).toBe(true);
    expect(dispatcher.reserve('a')).toBe(false);
    for (let n = 0; n < 8; n++) dispatcher.cancel('a');
    expect(offer('a', 8)).toBe(8);
    expect(dispatcher.load()).toMatchObject({ waiting: 6, running: 2 });
  });

  test('When it stops, Then it starts nothing, waits for running attempts, and returns waiting jobs', async () => {
    const { dispatcher, started, offer } = setUp();
    offer('a', 5);
    const stopped = dispatcher.stop(AbortSignal.timeout(5_000));
    for (const attempt of [...started]) await attempt.end();
    expect(await stopped).toEqual(['a', 'a', 'a']);
    expect(started).toHaveLength(2);
    expect(dispatcher.reserve('a')).toBe(false);
  });

  test('When running attempts do not end, Then stopping ends at the deadline', async () => {
    const { dispatcher, offer } = setUp();
    offer('a', 1);
    expect(await dispatcher.stop(AbortSignal.timeout(20))).toEqual([]);
  });
});

import { refuse } from '@porchlight/errors';
import { captureLogger } from '@porchlight/testkit';
import type { BusMessage } from '../bus';
import { MAX_MESSAGE_BYTES, messageSize } from '../message-size';
import { deadLetter } from './dead-letter';
import { createContext, createMessages, joinIds, POLICY } from './fixtures';
import { Stopped, type Step } from './middleware';

const createDeadLetter = (handler: Step, buryFault: () => void = () => {}) => {
  const deadLetters: [string, BusMessage][] = [];
  const { logger, of } = captureLogger();
  const publishDeadLetter = async (topic: string, message: BusMessage): Promise<void> => {
    buryFault();
    deadLetters.push([topic, message]);
  };
  return { deadLetters, of, step: deadLetter({ group: 'g.x', policy: POLICY, logger, publishDeadLetter })(handler) };
};

/** Fails for any batch with one of these messages. */
const rotten =
  (bad: string, handled: string[]): Step =>
  async (batch) => {
    if (batch.some(({ id }) => bad.includes(id))) throw new Error(`rotten: ${joinIds(batch)}`);
    handled.push(joinIds(batch));
  };

it('splits a batch until the bad messages are alone, and maintains the order of the others', async () => {
  const handled: string[] = [];
  const { step, deadLetters, of } = createDeadLetter(rotten('cg', handled));
  const context = createContext();
  await step(createMessages(...'abcdefgh'), context);
  expect(handled.join('')).toBe('abdefh');
  expect(deadLetters.map(([topic, { id }]) => [topic, id])).toEqual([
    ['topic.dead.g.x', 'c'],
    ['topic.dead.g.x', 'g'],
  ]);
  expect(context.tally.deadLettered).toBe(2);
  expect(of('message.dead-lettered').map(({ id }) => id)).toEqual(['c', 'g']);
});

it('states the reason in headers, and retains the existing headers', async () => {
  const { step, deadLetters } = createDeadLetter(async (_, context) => {
    context.tally.attempts += 4;
    throw new RangeError(`line 1\nline 2 – ${'x'.repeat(1000)}`);
  });
  const [message] = createMessages('a') as [BusMessage];
  await step([{ ...message, headers: { traceparent: '00-1' } }], createContext());
  const headers = deadLetters[0]?.[1].headers ?? {};
  expect(headers).toMatchObject({
    traceparent: '00-1',
    dead_error: 'RangeError',
    dead_topic: 'topic',
    dead_partition: '2',
    dead_group: 'g.x',
    dead_attempts: '4',
  });
  expect(headers['dead_reason']).toMatch(/^line 1 line 2 x+$/);
  expect(headers['dead_reason']).toHaveLength(500);
});

it.each([
  ['its own headers are removed if they do not fit', { value: 999_000, header: 500 }, 'headers', 999_000],
  [
    'its value is removed if that does not fit',
    { value: 999_900, header: 0 },
    'headers and the value of 999900 bytes',
    0,
  ],
])('always fits into the dead-letter topic: %s', async (_title, { value, header }, omitted, valueBytes) => {
  const { step, deadLetters } = createDeadLetter(async () => {
    throw new Error('x'.repeat(1_000));
  });
  const [message] = createMessages('a') as [BusMessage];
  await step([{ ...message, value: new Uint8Array(value), headers: { own: 'h'.repeat(header) } }], createContext());
  const letter = deadLetters[0]?.[1] as BusMessage;
  expect(messageSize(letter)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
  expect([letter.headers?.['dead_omitted'], letter.value.byteLength]).toEqual([omitted, valueBytes]);
});

it('reports the finished parts of a batch in order', async () => {
  const { step } = createDeadLetter(rotten('c', []));
  const parts: string[] = [];
  await step(createMessages(...'abcdefgh'), { ...createContext(), settled: (part) => parts.push(joinIds(part)) });
  expect(parts).toEqual(['ab', 'c', 'd', 'efgh']);
});

it('waits for the dead-letter topic instead of losing the message', async () => {
  let faults = 0;
  const { step, deadLetters } = createDeadLetter(rotten('a', []), () => {
    if (faults++ < 5) throw refuse('UNAVAILABLE');
  });
  await step(createMessages('a'), createContext());
  expect(deadLetters).toHaveLength(1);
  expect(faults).toBe(6);
});

it('leaves the message uncommitted if it stops before the dead letter is published', async () => {
  const context = createContext();
  const { step, deadLetters } = createDeadLetter(rotten('a', []), () => {
    context.stop();
    throw refuse('UNAVAILABLE');
  });
  await expect(step(createMessages('a'), context)).rejects.toBeInstanceOf(Stopped);
  expect(deadLetters).toEqual([]);
});

it('given a message that the handler rejects, then it is a dead letter after one attempt, and the others are handled', async () => {
  let runs = 0;
  const { step, deadLetters } = createDeadLetter(async (batch, { reject }) => {
    runs++;
    reject?.(batch[1]!, new Error('denied'));
  });
  const parts: string[] = [];
  await step(createMessages('a', 'b', 'c'), { ...createContext(), settled: (part) => parts.push(joinIds(part)) });
  expect(runs).toBe(1);
  expect(deadLetters.map(([, { id, headers }]) => [id, headers?.['dead_reason']])).toEqual([['b', 'denied']]);
  expect(parts).toEqual(['abc']);
});

it('publishes no dead letter when the subscription stops', async () => {
  const { step, deadLetters } = createDeadLetter(async () => {
    throw new Stopped();
  });
  await expect(step(createMessages('a', 'b'), createContext())).rejects.toBeInstanceOf(Stopped);
  expect(deadLetters).toEqual([]);
});

import { captureLogger } from '@porchlight/testkit';
import { canonicalLine } from './canonical-line';
import { createContext, createMessages } from './fixtures';
import { Stopped, type DeliveryContext, type Step } from './middleware';

const readLine = async (handler: Step) => {
  const log = captureLogger();
  const outcomes: unknown[] = [];
  const wrap = canonicalLine({ group: 'g', logger: log.logger, onBatch: (...args) => outcomes.push(args) });
  const fault: unknown = await wrap(handler)(createMessages('a', 'b', 'c'), createContext()).catch((e: unknown) => e);
  return { line: log.of('batch.consumed')[0], lines: log.lines.length, outcomes, fault };
};

it('writes one line with all fields of a batch', async () => {
  const { line, lines, outcomes, fault } = await readLine(async (_, context) => void (context.tally.attempts += 2));
  expect(line).toMatchObject({
    level: 'info',
    group: 'g',
    topic: 'topic',
    partition: 2,
    count: 3,
    firstId: 'a',
    lastId: 'c',
    attempts: 2,
    deadLettered: 0,
    outcome: 'ok',
  });
  expect(typeof line?.['ms']).toBe('number');
  expect(lines).toBe(1);
  expect(outcomes).toEqual([['topic', 3, expect.any(Number), 'ok']]);
  expect(fault).toBeUndefined();
});

it.each([
  ['dead-lettered', 'info', async (_: unknown, context: DeliveryContext) => void context.tally.deadLettered++],
  ['stopped', 'info', () => Promise.reject(new Stopped())],
  ['failed', 'error', () => Promise.reject(new Error('unforeseen'))],
] as const)('names the outcome %s', async (outcome, level, handler) => {
  const { line, fault } = await readLine(handler);
  expect(line).toMatchObject({ outcome, level });
  expect(fault !== undefined).toBe(outcome !== 'dead-lettered');
});

import { setImmediate as turn } from 'node:timers/promises';
import { createCallGroups } from './call-groups';

let startTogether: ReturnType<typeof createCallGroups>;
let started: string[];
let ends: Map<string, (error?: Error) => void>;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  startTogether = createCallGroups();
  started = [];
  ends = new Map();
});
afterEach(() => jest.useRealTimers());

const call = (name: string): Promise<string> =>
  startTogether(() => {
    started.push(name);
    return new Promise((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve(name))));
  });
const end = async (...names: string[]): Promise<void> => {
  for (const name of names) ends.get(name)!();
  await turn();
};

test('given one caller, then its calls start in the same turn of the event loop', async () => {
  const first = call('a');
  await turn();
  expect(started).toEqual(['a']);
  await end('a');
  expect(await first).toBe('a');
  void call('b');
  await turn();
  expect(started).toEqual(['a', 'b']);
});

test('given calls during a group, when it ends, then they start together', async () => {
  void call('a');
  await turn();
  void call('b');
  void call('c');
  await turn();
  expect(started).toEqual(['a']);
  await end('a');
  expect(started).toEqual(['a', 'b', 'c']);
});

test('given a group of several, when all its callers call again, then the next group starts without a linger', async () => {
  void call('a');
  void call('b');
  await turn();
  await end('a', 'b');
  void call('c');
  await turn();
  expect(started).toEqual(['a', 'b']);
  void call('d');
  expect(started).toEqual(['a', 'b']);
  await turn();
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});

test('given a group of several, when fewer callers call again, then the next group starts after 1 ms per caller', async () => {
  void call('a');
  void call('b');
  await turn();
  await end('a', 'b');
  void call('c');
  jest.advanceTimersByTime(1);
  await turn();
  expect(started).toEqual(['a', 'b']);
  jest.advanceTimersByTime(1);
  await turn();
  expect(started).toEqual(['a', 'b', 'c']);
});

test('given a call that does not end, then the next group starts after 40 ms', async () => {
  void call('slow');
  await turn();
  void call('b');
  jest.advanceTimersByTime(39);
  await turn();
  expect(started).toEqual(['slow']);
  jest.advanceTimersByTime(1);
  await turn();
  expect(started).toEqual(['slow', 'b']);
  await end('slow', 'b');
});

test('given 32 waiting calls, then they start beside the group before them', async () => {
  void call('slow');
  await turn();
  for (let nth = 1; nth <= 32; nth += 1) void call(`c${nth}`);
  await turn();
  expect(started).toHaveLength(33);
});

test('given a call that fails, then its group ends too', async () => {
  const failed = call('a');
  await turn();
  ends.get('a')!(new Error('refused'));
  await expect(failed).rejects.toThrow('refused');
  void call('b');
  await turn();
  expect(started).toEqual(['a', 'b']);
});

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import RequestQueue from 'kafkajs/src/network/requestQueue';
import './idle-timer-patch';

interface Internals {
  pending: unknown[];
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  destroy(): void;
}

const createQueue = (): Internals => {
  const Queue = RequestQueue as unknown as new (options: object) => Internals;
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  return new Queue({ maxInFlightRequests: null, requestTimeout: 1_000, clientId: 'x', broker: 'b:1', logger });
};

it('arms no timer on an idle connection', () => {
  const queue = createQueue();
  queue.checkPendingRequests();
  expect(queue.throttleCheckTimeoutId).toBeNull();
});

it('arms it while a request waits', () => {
  const queue = createQueue();
  queue.pending.push({});
  RequestQueue.prototype.scheduleCheckPendingRequests.call(queue as never);
  expect(queue.throttleCheckTimeoutId).not.toBeNull();
  queue.pending.length = 0;
  queue.destroy();
});

it('the patched file is unchanged', () => {
  const source = readFileSync(require.resolve('kafkajs/src/network/requestQueue'));
  expect(createHash('sha256').update(source).digest('hex')).toBe(
    'b55986089c14f8f7bfc377922e2e65b3e4c1e7c7af2752d3b10a75dfe9e9260c',
  );
});

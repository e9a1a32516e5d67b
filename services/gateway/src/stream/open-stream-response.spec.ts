import type { StreamEvent } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import type { Response } from 'express';
import { EventEmitter } from 'node:events';
import { openStreamResponse } from './open-stream-response';
import { createStreamBacklog } from './stream-backlog';

const createEvent = (nth: number): StreamEvent => ({
  position: `e1-0-${nth}`,
  eventId: `event-${nth}`,
  event: 'peopleUpdated',
  ids: [nth],
  dataJson: 'x'.repeat(10_000),
  deleted: false,
  suppressedSystem: '',
});

/** A response whose client reads only if `isRead`. */
class FakeResponse extends EventEmitter {
  text = '';
  isRead = true;
  get writableNeedDrain(): boolean {
    return !this.isRead;
  }
  write(text: string): boolean {
    this.text += text;
    return this.isRead;
  }
  end(): void {
    this.emit('close');
  }
  destroy(): void {
    this.emit('close');
  }
}
const createResponse = (): FakeResponse => new FakeResponse();

const open = (response: FakeResponse, backlog = createStreamBacklog(100_000)) =>
  openStreamResponse(response as unknown as Response, {
    accountId: 7,
    connectionId: 'c1',
    position: 'e1-0-0',
    backlog,
    findVisible: async (events) => events.filter(({ ids }) => ids[0] !== 99),
    format: ({ eventId }) => eventId,
    onSent: () => undefined,
    onReset: () => undefined,
  });

describe('D13.9 (5) an open stream', () => {
  afterEach(() => jest.useRealTimers());

  test('given 15 s, then it sends a comment with the position, also past events that the caller may not see', async () => {
    jest.useFakeTimers();
    const response = createResponse();
    const stream = open(response);
    stream.deliver([createEvent(99)], 'e1-0-99');
    await jest.advanceTimersByTimeAsync(14_999);
    expect(response.text).toBe('');
    await jest.advanceTimersByTimeAsync(1);
    expect(response.text).toBe(':\nid: e1-0-99\n\n');
    stream.end();
  });

  test('given a client that reads too slowly, then the events beyond the backlog are dropped and it gets reset', async () => {
    const response = createResponse();
    response.isRead = false;
    const stream = open(response);
    stream.deliver([createEvent(1)], 'e1-0-1');
    await eventually(() => expect(response.text).toContain('event-1\n'));
    for (let nth = 2; nth <= 20; nth++) stream.deliver([createEvent(nth)], `e1-0-${nth}`);
    response.isRead = true;
    response.emit('drain');
    await eventually(() => expect(response.text).toContain('event: reset'));
    expect(response.text).not.toContain('event-9\n');
    stream.deliver([createEvent(30)], 'e1-0-30');
    await eventually(() => expect(response.text).toContain('id: e1-0-30\nevent: peopleUpdated\ndata: event-30\n\n'));
    stream.end();
  });

  test('given a slow and a fast client of an account, then the slow one loses its backlog', async () => {
    const [slow, fast] = [createResponse(), createResponse()];
    slow.isRead = false;
    const backlog = createStreamBacklog(100_000);
    const streams = [open(slow, backlog), open(fast, backlog)];
    for (let nth = 1; nth <= 20; nth++) {
      for (const stream of streams) stream.deliver([createEvent(nth)], `e1-0-${nth}`);
      await eventually(() => expect(fast.text).toContain(`event-${nth}\n`));
    }
    expect(fast.text).not.toContain('reset');
    slow.isRead = true;
    slow.emit('drain');
    await eventually(() => expect(slow.text).toContain('event: reset'));
    for (const stream of streams) stream.end();
  });
});

import { MAX_BATCH_BYTES, MAX_WAITING_BYTES } from '../rpc-limits';
import { FrameOutbox } from './frame-outbox';

const frame = (name: string, bytes = 1) => ({ name, payload: Buffer.alloc(bytes) });
type Frame = ReturnType<typeof frame>;
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp(onRoom?: () => void) {
  const written: string[][] = [];
  let finish: () => void = () => undefined;
  const outbox = new FrameOutbox<Frame>(
    {
      write: (frames, callback) => {
        written.push(frames.map((f) => f.name));
        finish = callback;
        return true;
      },
    },
    onRoom,
  );
  return { outbox, written, finish: () => finish() };
}

test('frames of one callback and its promises are written together', async () => {
  const { outbox, written } = setUp();
  outbox.push(frame('a'));
  await Promise.resolve().then(() => outbox.push(frame('b')));
  expect(written).toEqual([]);
  await tick();
  expect(written).toEqual([['a', 'b']]);
});

test('while a message is being written the next frames are queued', async () => {
  const { outbox, written, finish } = setUp();
  outbox.push(frame('a'));
  await tick();
  outbox.push(frame('b'));
  await tick();
  outbox.push(frame('c'));
  await tick();
  expect(written).toEqual([['a']]);
  finish();
  await tick();
  expect(written).toEqual([['a'], ['b', 'c']]);
});

test('a batch is closed before the message limit; a larger frame is sent alone', async () => {
  const { outbox, written, finish } = setUp();
  outbox.push(frame('a', MAX_BATCH_BYTES / 2));
  outbox.push(frame('b', MAX_BATCH_BYTES / 2));
  outbox.push(frame('c', MAX_BATCH_BYTES * 3));
  outbox.push(frame('d'));
  for (let i = 0; i < 4; i++) {
    await tick();
    finish();
  }
  expect(written).toEqual([['a'], ['b'], ['c'], ['d']]);
});

test('reports when the buffer is full, and when there is room again', async () => {
  const room = jest.fn();
  const { outbox, finish } = setUp(room);
  outbox.push(frame('a', MAX_WAITING_BYTES));
  outbox.push(frame('b'));
  expect(outbox.full).toBe(true);
  await tick();
  expect(outbox.full).toBe(false);
  expect(room).toHaveBeenCalledTimes(1);
  finish();
  await tick();
  expect(room).toHaveBeenCalledTimes(1);
});

test('after close, it drops queued frames and accepts none', async () => {
  const { outbox, written } = setUp();
  outbox.push(frame('a'));
  outbox.close();
  outbox.push(frame('b'));
  await tick();
  expect(written).toEqual([]);
});

import { refuse } from '@porchlight/errors';
import { deadline } from './deadline';
import { createContext, createMessages } from './fixtures';
import { HandlerTimeout, Stopped } from './middleware';

it('does not affect a fast handler or its error', async () => {
  await expect(deadline(1_000)(async () => {})(createMessages('a'), createContext())).resolves.toBeUndefined();
  const step = deadline(1_000)(async () => {
    throw new Error('mine');
  });
  await expect(step(createMessages('a'), createContext())).rejects.toThrow('mine');
});

it('aborts the signal of a handler that exceeds the limit and throws HandlerTimeout', async () => {
  let signal: AbortSignal | undefined;
  const step = deadline(10)((_, context) => {
    signal = context.signal;
    return new Promise(() => {});
  });
  const context = createContext();
  await expect(step(createMessages('a'), context)).rejects.toMatchObject({
    name: 'HandlerTimeout',
    message: 'The handler did not finish within 10 ms.',
  });
  expect(signal?.aborted).toBe(true);
  expect(context.signal.aborted).toBe(false);
});

it('throws HandlerTimeout also if the handler converts the abort to an error that looks transient', async () => {
  const step = deadline(10)(
    (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(refuse('UNAVAILABLE')), { once: true }),
      ),
  );
  await expect(step(createMessages('a'), createContext())).rejects.toBeInstanceOf(HandlerTimeout);
});

it('ends at once when the batch is aborted from outside', async () => {
  const context = createContext();
  const step = deadline(60_000)(() => {
    context.abort();
    return new Promise(() => {});
  });
  await expect(step(createMessages('a'), context)).rejects.toBeInstanceOf(Stopped);
  let called = false;
  const late = deadline(60_000)(async () => void (called = true));
  await expect(late(createMessages('a'), context)).rejects.toBeInstanceOf(Stopped);
  expect(called).toBe(false);
});

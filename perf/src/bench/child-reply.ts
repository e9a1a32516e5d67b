import type { ChildProcess } from 'node:child_process';

/**
 * The next message of a child, no later than `timeoutMs`; an error when the child ends, or cannot be spoken to, before
 * it.
 */
export const childReply = <T>(child: ChildProcess, timeoutMs: number, signal: AbortSignal): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const settle = (end: () => void): void => {
      stop.removeEventListener('abort', late);
      child.off('exit', ended).off('message', replied);
      end();
    };
    const late = (): void =>
      settle(() =>
        reject(new Error(signal.aborted ? 'The bench was stopped.' : 'A process of the bench did not answer in time.')),
      );
    const ended = (code: number | null): void =>
      settle(() => reject(new Error(`A process of the bench ended with ${code}.`)));
    const replied = (reply: unknown): void => settle(() => resolve(reply as T));
    if (stop.aborted) return late();
    stop.addEventListener('abort', late, { once: true });
    // The listener for errors stays: one that nobody hears ends this process.
    child
      .on('error', (error) => settle(() => reject(error)))
      .once('exit', ended)
      .once('message', replied);
  });

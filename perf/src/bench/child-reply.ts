import type { ChildProcess } from 'node:child_process';

/** Resolves with the next message of a child. Rejects after `timeoutMs`, or if the child ends or the channel fails. */
export const childReply = <T>(child: ChildProcess, timeoutMs: number, signal: AbortSignal): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const settle = (end: () => void): void => {
      stop.removeEventListener('abort', late);
      child.off('exit', exited).off('message', replied);
      end();
    };
    const late = (): void =>
      settle(() =>
        reject(new Error(signal.aborted ? 'The bench was stopped.' : 'A process of the bench did not answer in time.')),
      );
    const ended = (): void => settle(() => reject(new Error(`A process of the bench ended with ${child.exitCode}.`)));
    // A message can still be in the channel when the child has exited: the channel closes after its last message.
    const exited = (): void => void (child.connected ? child.once('disconnect', ended) : ended());
    const replied = (reply: unknown): void => settle(() => resolve(reply as T));
    if (stop.aborted) return late();
    stop.addEventListener('abort', late, { once: true });
    // The error listener stays: an unhandled error event would end this process.
    child
      .on('error', (error) => settle(() => reject(error)))
      .once('exit', exited)
      .once('message', replied);
  });

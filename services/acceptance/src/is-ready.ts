import { get } from 'node:http';

/** Whether a process says that it is ready. */
export const isReady = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const sent = get(url, { agent: false, timeout: 1_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(false));
  });

import { get } from 'node:http';

/** Returns whether a health endpoint responds with 200 within 1 s. */
export const isReady = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const sent = get(url, { agent: false, timeout: 1_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(false));
  });

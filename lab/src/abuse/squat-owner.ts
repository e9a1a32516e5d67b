import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperatorClient } from '@porchlight/tools/src/operator/operator-client';
import type { Connection, ConnectionAccount } from '@porchlight/tools/src/send/connection';
import { Agent, request } from 'undici';
import { createTestAccount } from '../create-test-account';
import type { SquattedOwner } from './attack';
import type { MailSink } from './mail-sink';

/** More users of one email than a sign-in compares (10). */
export const SQUATTERS = 12;
const SQUATTER_PASSWORD = 'the squatter knows this';
const MAIL_TIMEOUT_MS = 20_000;
const LOOK_MS = 100;
const DEVICE_COOKIE = '__Host-porchlight-device';

/**
 * Confirms the email of the owner of an account by the mailed link, signs in once for a known device, and gives several
 * other accounts a user with the same email.
 */
export const squatOwner = async (
  connection: Connection,
  { users }: ConnectionAccount,
  operator: OperatorClient,
  { run, findText }: { readonly run: string; readonly findText: MailSink['findText'] },
): Promise<SquattedOwner> => {
  const { email, password = '' } = users['owner']!;
  const dispatcher = new Agent({ connect: { ca: readFileSync(connection.caFile) } });
  const post = async (path: string, body: object) => {
    const answer = await request(`${connection.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      dispatcher,
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`POST ${path} returned ${answer.statusCode}: ${text}`);
    return [answer.headers['set-cookie'] ?? []].flat();
  };
  try {
    await post('/session', { email, password });
    await post('/session/confirmEmail', { token: await waitForToken(() => findText(email)) });
    const began = performance.now();
    const cookies = await post('/session', { email, password });
    const signInMs = performance.now() - began;
    const device = cookies.find((cookie) => cookie.startsWith(`${DEVICE_COOKIE}=`))?.split(';')[0];
    if (device === undefined) throw new Error('The owner of a confirmed email got no known device.');
    for (let nth = 0; nth < SQUATTERS; nth++) {
      const { id } = await createTestAccount(operator, `squatter${nth}`, run);
      const about = { firstName: 'Sue', lastName: 'Squatter', role: 'Agent', phone: '', timezone: '' };
      await operator.accounts.addUser({ accountId: id, email, password: SQUATTER_PASSWORD, ...about }, operator.as);
    }
    return { email, password, device, squatterPassword: SQUATTER_PASSWORD, signInMs };
  } finally {
    await dispatcher.close();
  }
};

const waitForToken = async (readText: () => string | undefined): Promise<string> => {
  for (const end = Date.now() + MAIL_TIMEOUT_MS; Date.now() < end; await sleep(LOOK_MS)) {
    const token = /confirm-email\?token=([\w-]+)/.exec(readText() ?? '')?.[1];
    if (token !== undefined) return token;
  }
  throw new Error('No mail to confirm the email of the owner arrived.');
};

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConnection } from './stack-connection';

const WAIT_MS = 10_000;
const AGAIN_MS = 100;

/** Decodes the quoted-printable line ends and equals signs of a mail: enough to find a link. */
const readMailText = (file: string): string =>
  readFileSync(file, 'latin1')
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=');

/** Returns the token of the newest sign-up link mailed to an email that is not in `used`. Waits up to 10 s. */
export const signUpToken = async (email: string, used: ReadonlySet<string> = new Set()): Promise<string> => {
  const folder = readConnection().mailFolder;
  for (
    const end = Date.now() + WAIT_MS;
    Date.now() < end;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  ) {
    // The first mail of a stack creates the folder.
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
    const texts = files.map((name) => readMailText(join(folder, name))).filter((text) => text.includes(email));
    const tokens = texts.map((text) => /confirm-sign-up\?token=([A-Za-z0-9_-]{43})/.exec(text)?.[1]);
    const token = tokens.find((one) => one !== undefined && !used.has(one));
    if (token !== undefined) return token;
  }
  throw new Error(`No sign-up mail to ${email} was written within ${WAIT_MS} ms.`);
};

/** A response of the session routes. */
interface Reply {
  readonly status: number;
  // The tests read what they need of the body.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: any;
}

/** Form data of a new owner. */
export interface NewOwner {
  readonly accountName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Signs up, reads the mailed link and creates the account. Returns the response of the last step, which signs the owner
 * in.
 */
export const signUp = async (
  send: (method: string, path: string, body: object) => Promise<Reply>,
  { password, ...owner }: NewOwner,
): Promise<Reply> => {
  const asked = await send('POST', '/session/signUp', owner);
  if (asked.status !== 202) return asked;
  return send('POST', '/session/confirmSignUp', { token: await signUpToken(owner.email), password });
};

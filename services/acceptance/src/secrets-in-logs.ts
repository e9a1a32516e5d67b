import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Passwords of the suite, signed tokens, keys of users and systems, signing secrets, cookies and tokens of links. */
const PATTERNS = [
  /correct horse/,
  /eyJ[A-Za-z0-9_-]{20,}\.eyJ/,
  /pl[ks]_[A-Za-z0-9_-]{43}/,
  /whsec_[A-Za-z0-9+/]{20}/,
  /__Host-/,
  /token=[A-Za-z0-9_-]{20}/,
  /otpauth:/,
];
const SERVICES = /^(auth|deals|gateway|marketing|notifier|people)\.log$/;

/**
 * Lines of the services' logs that hold one of the secrets or look as if they held one; the number of logs that were
 * read.
 */
export const secretsInLogs = (folder: string, secrets: readonly string[] = []): { logs: number; found: string[] } => {
  const names = readdirSync(folder).filter((name) => SERVICES.test(name));
  const found = names.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter(
        (line) => secrets.some((secret) => line.includes(secret)) || PATTERNS.some((pattern) => pattern.test(line)),
      )
      .map((line) => `${name}: ${line.slice(0, 300)}`),
  );
  return { logs: names.length, found };
};

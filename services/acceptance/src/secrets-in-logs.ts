import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Patterns of passwords of the suite, signed tokens, API and system keys, signing secrets, cookies and link tokens. */
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

/** Returns the log lines that contain one of the secrets or match a pattern of one, and the number of logs read. */
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

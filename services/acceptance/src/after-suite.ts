import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connectionFiles, type Connection } from './connection';
import { secretsInLogs } from './secrets-in-logs';

/** Runs after all tests: fails if a log line of the suite contains a secret. */
export default function afterSuite(): void {
  for (const file of connectionFiles) {
    const folder = join(dirname(file), 'logs');
    if (!existsSync(folder)) continue;
    const { system, accounts } = JSON.parse(readFileSync(file, 'utf8')) as Connection;
    const keys = accounts.flatMap(({ users }) => Object.values(users).map(({ apiKey }) => apiKey));
    const { found } = secretsInLogs(folder, [system.key, ...keys]);
    if (found.length > 0)
      throw new Error(
        `Something secret is in ${found.length} log lines of the suite:\n${found.slice(0, 5).join('\n')}`,
      );
  }
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, readConnection } from './stack-connection';
import { secretsInLogs } from './secrets-in-logs';

/** Runs after all tests: fails if a log line of the suite contains a secret. */
export default function afterSuite(): void {
  const folder = join(dataFolder, 'logs');
  if (!existsSync(folder)) return;
  const { system, accounts } = readConnection();
  const keys = accounts.flatMap(({ users }) => Object.values(users).map(({ apiKey }) => apiKey));
  const { found } = secretsInLogs(folder, [system.key, ...keys]);
  if (found.length > 0)
    throw new Error(`Something secret is in ${found.length} log lines of the suite:\n${found.slice(0, 5).join('\n')}`);
}

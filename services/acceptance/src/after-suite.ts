import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { secretsInLogs } from './secrets-in-logs';

/** After everything ran: nothing secret is in any log line of the whole suite. */
export default function afterSuite(): void {
  const root = resolve(__dirname, '../../..');
  const file = resolve(root, process.env['PORCHLIGHT_CONNECTION'] ?? '.local/connection.json');
  const folder = join(dirname(file), 'logs');
  if (!existsSync(folder)) return;
  const connection = JSON.parse(readFileSync(file, 'utf8')) as { system: { key: string }; accounts: { users: Record<string, { apiKey: string }> }[] };
  const keys = connection.accounts.flatMap(({ users }) => Object.values(users).map(({ apiKey }) => apiKey));
  const { found } = secretsInLogs(folder, [connection.system.key, ...keys]);
  if (found.length > 0) throw new Error(`Something secret is in ${found.length} log lines of the suite:\n${found.slice(0, 5).join('\n')}`);
}

import type { Connection } from './connection-file';
import { shownPath } from './data-folder';
import { DEMO_USERS } from './demo-plan';

const ROLE_WIDTH = 8;

/** Formats the start message: addresses, keys, a first lead, and next steps. */
export function welcome(
  connection: Omit<Connection, 'pids'>,
  about: { root: string; logs: string; data: string },
): string {
  const { accounts, system, baseUrl, authUrl, caFile } = connection;
  const account = accounts[0]!;
  const logs = shownPath(about.root, about.logs);
  const local = about.data === '.local';
  const connect = local ? '' : ` --connection ${about.data}/connection.json`;
  const extra = local ? '' : ` -- --data ${about.data}`;
  return [
    '',
    'Porchlight is ready.',
    '',
    `  Web pages  ${baseUrl}/console/`,
    `  Base URL   ${baseUrl}`,
    `  Auth URL   ${authUrl}`,
    `  CA file    ${caFile}`,
    `  Logs       ${logs}/`,
    '',
    `  Account    ${account.name} (id ${account.id}), one API key per role:`,
    ...DEMO_USERS.map(
      (name) => `    ${name.padEnd(ROLE_WIDTH)} ${account.users[name].apiKey}   ${account.users[name].name}`,
    ),
    `  System     ${system.name}`,
    `  System key ${system.key}`,
    '',
    'In a second terminal, a receiver of webhooks, which prints each notification:',
    `  npm run receiver${connect && ` --${connect}`}`,
    '',
    'In a third one, send a lead (twice: the second time it is the same person):',
    '',
    `  curl --cacert ${caFile} -u ${account.users.owner.apiKey}: \\`,
    `    -H 'X-System: ${system.name}' -H 'X-System-Key: ${system.key}' \\`,
    `    -H 'Content-Type: application/json' ${baseUrl}/v1/events \\`,
    `    -d '{"source":"My Website","type":"Registration","person":{"firstName":"Ada","lastName":"Byron","emails":[{"value":"ada@example.com"}]}}'`,
    '',
    'Next:',
    `  npm run send -- samples/leads${connect}`,
    '      sample leads of portals and websites',
    '  npm run porchlight -- --help',
    '      accounts, users, API keys, systems, status',
    `  npm run stop${extra}`,
    '      stops the stack',
    '',
  ].join('\n');
}

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@porchlight/testkit';
import { clientWith, keyHeader, unique, type Client } from '../src/client';
import { findProgram } from '../src/guide-programs';
import { porchlightJson } from '../src/porchlight-command';
import { readConnection } from '../src/stack-connection';

const GUIDES = resolve(__dirname, '../../../docs/guides');
const FENCE = /^```(sh|python|js)(?: tab="[^"]*")?\n([^]*?)^```$/gm;

const snippets = readdirSync(GUIDES)
  .filter((name) => name.endsWith('.md'))
  .flatMap((guide) =>
    [...readFileSync(join(GUIDES, guide), 'utf8').matchAll(FENCE)].map(([, language, code]) => ({
      guide,
      language,
      code: code!,
    })),
  );

/** Id of a person that the account does not have. */
const NEVER_EXISTED = 2_000_000_000;

/** The snippet of a guide that contains a text. */
const find = (guide: string, language: string, part: string): string => {
  const found = snippets.filter((one) => one.guide === guide && one.language === language && one.code.includes(part));
  expect(found).toHaveLength(1);
  return found[0]!.code;
};

/** The requests of docs/guides are executed against the running stack, in a new account, in this order. */
describe('docs/guides', () => {
  const { baseUrl, caFile, system } = readConnection();
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-guides-'));
  let env: NodeJS.ProcessEnv;
  let owner: Client;

  beforeAll(async () => {
    const word = unique();
    const account = await porchlightJson('account', 'create', {
      name: word,
      'first-name': 'Gail',
      'last-name': 'Guide',
      email: `${word}@example.com`,
    });
    const key = await porchlightJson('key', 'create', { account: account.accountId, user: account.ownerId });
    owner = clientWith(keyHeader(key.apiKey as string));
    env = {
      ...process.env,
      BASE_URL: baseUrl,
      CA: caFile,
      NODE_EXTRA_CA_CERTS: caFile,
      API_KEY: key.apiKey as string,
      SYSTEM: system.name,
      SYSTEM_KEY: system.key,
    };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (command: string, ...args: string[]): Promise<string> =>
    (await promisify(execFile)(command, args, { env, cwd: folder, timeout: 60_000 })).stdout;
  /** Runs a block as it is printed. Returns its responses; a line `STATUS 200` follows each body. */
  const runBlock = (block: string): Promise<string> => {
    const wrapper =
      'curl() { command curl --silent --show-error --max-time 30 -w "\\nSTATUS %{http_code}\\n" "$@" || true; }';
    return run('bash', '-c', `${wrapper}\n${block}`);
  };
  const readStatuses = (stdout: string): number[] =>
    [...stdout.matchAll(/^STATUS (\d+)$/gm)].map(([, status]) => Number(status));
  const request = async (block: string): Promise<number[]> => readStatuses(await runBlock(block));

  it.each([
    ['quickstart.md', '"Property Inquiry"', 201],
    ['quickstart.md', '/v1/people?email', 200],
    ['leads.md', 'handling=strict', 400],
    ['leads.md', '/journey', 200],
    ['authentication.md', '/v1/identity', 200],
    ['authentication.md', '/apiKeys', 201],
    ['authentication.md', 'corsOrigins', 200],
    ['oauth.md', '/v1/oauthApps', 201],
    ['oauth.md', '/v1/users', 201],
    ['errors-and-limits.md', 'Idempotency-Key', 201],
    ['errors-and-limits.md', 'If-Match', 200],
    ['inbox-apps.md', '/v1/publishedInboxApps', 201],
  ])('%s: the request with %s returns %i', async (guide, part, status) => {
    expect(await request(find(guide, 'sh', part))).toEqual([status]);
  });

  it('webhooks.md: the webhook is registered', async () => {
    const block = find('webhooks.md', 'sh', '/v1/webhooks');
    expect(await request(block.replace('hooks.my-app.example', 'localhost:9443'))).toEqual([201]);
  });

  it('plans-and-consent.md: a template is merged; a plan is defined and applied', async () => {
    const template = await owner.post('/v1/templates', { name: 'Hello', subject: 'Hello', body: '%contact_name%' });
    expect(template.body).toMatchObject({ id: 1 });
    expect(await request(find('plans-and-consent.md', 'sh', '/templates/merge'))).toEqual([200]);
    expect(await request(find('plans-and-consent.md', 'sh', '/actionPlansPeople'))).toEqual([201, 201]);
  });

  it('imports.md: a table is previewed, imported and undone', async () => {
    writeFileSync(join(folder, 'contacts.csv'), 'First name,Last name,Email\nAnna,Winlock,anna@example.com\n');
    const [preview, start, read, undo] = find('imports.md', 'sh', '/undo').split(/^(?=curl )/m);
    expect(await request(preview!)).toEqual([200]);
    const started = await runBlock(start!);
    expect(readStatuses(started)).toEqual([202]);
    const { id } = JSON.parse(started.slice(0, started.indexOf('STATUS'))) as { id: number };
    const withId = (block: string): string => block.replace('/imports/1', `/imports/${id}`);
    expect(await request(withId(read!))).toEqual([200]);
    await eventually(async () =>
      expect((await owner.get(`/v1/people/imports/${id}`)).body).toMatchObject({ status: 'Completed', created: 1 }),
    );
    // 202 if it continues in the background.
    expect([[200], [202]]).toContainEqual(await request(withId(undo!)));
    await eventually(async () =>
      expect((await owner.get(`/v1/people/imports/${id}`)).body).toMatchObject({ undo: { status: 'Completed' } }),
    );
  });

  it('sync.md: the stream is open until the client ends it', async () => {
    const block = find('sync.md', 'sh', '/v1/stream');
    expect(await request(block.replace(' -N ', ' -N --max-time 3 '))).toEqual([200]);
  });

  it('quickstart.md: the Python program sends a lead of the known person', async () => {
    writeFileSync(join(folder, 'send_lead.py'), find('quickstart.md', 'python', 'def send_lead'));
    expect(await run('python3', 'send_lead.py')).toBe('200 1\n');
  });

  it('quickstart.md: the JavaScript function sends a lead of the known person', async () => {
    const main = `const person = await sendLead({ person: { emails: ['ada@example.com'] } });\nconsole.log(person.id);\n`;
    writeFileSync(join(folder, 'send-lead.mjs'), find('quickstart.md', 'js', 'function sendLead') + main);
    expect(await run(process.execPath, 'send-lead.mjs')).toBe('1\n');
  });

  it('sync.md: the Python program without an SDK reads every page, handles events and compares ids', async () => {
    const main = `
read_all_pages = read_all
read_all = lambda url: read_all_pages(url.replace("limit=100", "limit=1"))
read_changes(datetime.now(timezone.utc) - timedelta(hours=1))
print(sorted(people))
first = people[min(people)]
store({**first, "name": "Older", "updated": "2020-01-01T00:00:00Z"})
print(people[first["id"]] is first)
uri = os.environ["BASE_URL"] + "/v1/people?id=" + str(first["id"])
for name in ["peopleDeleted", "peopleUpdated"]:
    handle_event({"event": name, "resourceIds": [first["id"]], "uri": uri})
people[${NEVER_EXISTED}] = first
compare_ids()
print(sorted(people))
`;
    await owner.post('/v1/people', { firstName: 'Second' });
    await owner.post('/v1/people', { firstName: 'Thrown', stage: 'Trash' });
    const { body } = await owner.get('/v1/people?fields=id&sort=id&limit=100&includeTrash=true');
    const ids = (body.people as { id: number }[]).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(2);
    const program = findProgram('sync.md', 'python', 'def compare_ids', 'Python');
    writeFileSync(join(folder, 'sync.py'), `${program}\nfrom datetime import datetime\n${main}`);
    const lines = (await run('python3', 'sync.py')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line.toLowerCase()) as unknown)).toEqual([ids, true, ids.slice(1)]);
  });
});

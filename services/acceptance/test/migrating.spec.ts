import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@porchlight/testkit';
import { clientWith, keyHeader, unique, type Client } from '../src/client';
import { porchlight, porchlightJson } from '../src/porchlight-command';
import { readConnection } from '../src/stack-connection';

const root = resolve(__dirname, '../../..');
const page = readFileSync(join(root, 'docs/migrating.md'), 'utf8');
const blocks = [...page.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, text]) => text!);

/** Each command of docs/migrating.md is executed against the running stack, in a new account. */
describe('docs/migrating.md', () => {
  const { baseUrl, caFile } = readConnection();
  const systemKey = randomBytes(24).toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-migrating-'));
  let accountId: number;
  let ownerKey: string;
  let owner: Client;
  let systemId: number;

  beforeAll(async () => {
    const word = unique();
    const account = await porchlightJson('account', 'create', {
      name: word,
      'first-name': 'Mia',
      'last-name': 'Mover',
      email: `${word}@example.com`,
    });
    accountId = account.accountId as number;
    ownerKey = (await porchlightJson('key', 'create', { account: accountId, user: account.ownerId })).apiKey as string;
    owner = clientWith(keyHeader(ownerKey));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a block of the page as it is printed; only the placeholders are replaced. Returns the parsed responses. */
  const run = async (block: string): Promise<any[]> => {
    const text = block
      .replaceAll('<the key that Acme Sync sends>', systemKey)
      .replaceAll('/v1/systems/1', `/v1/systems/${systemId}`);
    const script = `set -e\ncurl() { command curl --silent --show-error --fail-with-body --max-time 15 --cacert "$CA_FILE" "$@"; echo; }\n${text}`;
    const env = { ...process.env, CA_FILE: caFile, URL: baseUrl, OWNER_KEY: ownerKey };
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { env, timeout: 30_000 });
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  };
  const blockWith = (part: string): string => {
    const found = blocks.filter((block) => block.includes(part));
    expect(found).toHaveLength(1);
    return found[0]!;
  };
  /** A block that changes a setting and then reads a report. A test changes it once: a new account has few writes. */
  const changeAndReport = (part: string): [string, string] => {
    const commands = blockWith(part).split(/^(?= *curl )/m);
    expect(commands).toHaveLength(2);
    return commands as [string, string];
  };

  it('has six blocks of commands, which these tests execute', () => expect(blocks).toHaveLength(6));

  it('sets the address and the key of the owner', () => {
    expect(blocks[0]).toMatch(/^export URL=\S+ OWNER_KEY=<API key of the owner>\n$/);
  });

  it('registers a system with its existing key', async () => {
    const [system] = await run(blockWith('"key": '));
    expect(system).toMatchObject({ name: 'Acme Sync', id: expect.any(Number) });
    systemId = system.id as number;
    const integration = clientWith({
      ...keyHeader(ownerKey),
      'x-system': 'Acme Sync',
      'x-system-key': systemKey,
    });
    expect(await integration.get('/v1/webhooks')).toMatchObject({ status: 200 });
  });

  it('accepts an unregistered system and lists it', async () => {
    const [change, report] = changeAndReport('unregisteredSystems');
    const [settings] = await run(change);
    expect(settings).toMatchObject({ unregisteredSystems: 'ignore' });
    const unregistered = clientWith({
      ...keyHeader(ownerKey),
      'x-system': 'Unknown Sync',
      'x-system-key': systemKey,
    });
    await eventually(async () => expect(await unregistered.get('/v1/people')).toMatchObject({ status: 200 }));
    await eventually(async () => {
      const [list] = await run(report);
      expect(JSON.stringify(list)).toContain('Unknown Sync');
    });
  });

  it('previews an import, runs it, and takes it back', async () => {
    const file = join(folder, 'contacts.csv');
    writeFileSync(file, `First Name,Email\nMia,${unique()}@example.com\n`);
    const [preview = '', start = '', undo = ''] = blockWith('import?preview=true')
      .replaceAll('@contacts.csv', `@${file}`)
      .split(/^(?= *curl )/m);
    expect(await run(preview)).toMatchObject([{ plan: [{ action: 'create' }] }]);
    const [{ id }] = await run(start);
    await eventually(async () =>
      expect((await owner.get(`/v1/people/imports/${id}`)).body).toMatchObject({ status: 'Completed', created: 1 }),
    );
    await run(undo.replace('/imports/7/', `/imports/${id}/`));
    await eventually(async () =>
      expect((await owner.get(`/v1/people/imports/${id}`)).body).toMatchObject({ undo: { undone: 1 } }),
    );
  });

  it('adds a signature header to the system', async () => {
    const [system] = await run(blockWith('signatureHeaders'));
    expect(system).toMatchObject({ name: 'Acme Sync', signatureHeaders: ['X-Acme-Signature'] });
  });

  it('handles requests leniently and lists ignored fields', async () => {
    const [change, report] = changeAndReport('handling');
    const [settings] = await run(change);
    expect(settings).toMatchObject({ handling: 'lenient' });
    const integration = clientWith({
      ...keyHeader(ownerKey),
      'x-system': 'Acme Sync',
      'x-system-key': systemKey,
    });
    await eventually(async () => {
      const person = await integration.post('/v1/people', { firstName: 'Lee', shoeSize: 9 });
      expect(person).toMatchObject({
        status: 201,
        body: { firstName: 'Lee' },
        headers: { 'x-ignored': expect.stringContaining('shoeSize') },
      });
    });
    await eventually(async () => {
      const [ignored] = await run(report);
      expect(JSON.stringify(ignored)).toContain('shoeSize');
    });
  });

  it('has commands of the command line that work', async () => {
    for (const command of [
      'lead send your-lead.json',
      'account set --account 7 --handling lenient',
      'account export 7 --to account-7.jsonl',
    ])
      expect(page).toContain(`npm run porchlight -- ${command}`);
    const file = join(folder, 'account-7.jsonl');
    expect(await porchlight(['account', 'set', '--account', String(accountId), '--handling', 'strict'])).toMatchObject({
      code: 0,
    });
    await eventually(async () => expect((await owner.get('/v1/account')).body).toMatchObject({ handling: 'strict' }));
    expect(await porchlight(['account', 'export', String(accountId), '--to', file])).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toContain('"Lee"');
    expect(
      await porchlight(['lead', 'send', join(root, 'samples/leads/portals/001-homeharbor-property-inquiry.json')]),
    ).toMatchObject({ code: 0 });
  });
});

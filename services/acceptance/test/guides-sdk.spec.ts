import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SAMPLE_SECRET, signSampleWebhook } from '@porchlight/sdk';
import { eventually, freePort, hasPythonModule, requireTool } from '@porchlight/testkit';
import { createBrowser } from '../src/browser';
import { clientWith, keyHeader, systemHeaders, unique, type Client } from '../src/client';
import { findProgram } from '../src/guide-programs';
import { createRun, installPythonSdk, installTypescriptSdk } from '../src/install-downloads';
import { signUp } from '../src/sign-up-account';
import { readConnection } from '../src/stack-connection';

const TYPESCRIPT = 'TypeScript (SDK)';
const PYTHON = 'Python (SDK)';
const CALLBACK = 'http://localhost:3000/callback';
const PASSWORD = 'correct horse battery';
const ROOT = resolve(__dirname, '../../..');

const { baseUrl, caFile, system } = readConnection();
const hasPython = hasPythonModule('python3', 'venv, ensurepip, zoneinfo');
const hasPhp = (() => {
  try {
    return execFileSync('php', ['-m'], { encoding: 'utf8', timeout: 30_000 }).includes('curl');
  } catch {
    return false;
  }
})();

jest.setTimeout(400_000);

/** The programs with an SDK, and those in PHP, run against the stack in a new account: with the SDKs that it serves. */
describe('docs/guides with the SDKs of the stack, and in PHP', () => {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-guides-sdk-'));
  const running = new Set<ChildProcess>();
  const user = { email: `${unique()}@example.com`, password: PASSWORD };
  const queue = join(folder, 'queue');
  const env: Record<string, string> = { BASE_URL: baseUrl, CA: caFile, SYSTEM: system.name, SYSTEM_KEY: system.key };
  let owner: Client;
  let python = 'python3';

  beforeAll(async () => {
    mkdirSync(queue);
    const browser = createBrowser();
    const up = await signUp(browser.json, { accountName: unique(), firstName: 'Gail', lastName: 'Guide', ...user });
    const csrf = { 'x-csrf-token': up.json.csrfToken as string };
    const key = await browser.json('POST', `/v1/users/${up.json.user.id}/apiKeys`, { label: 'guide' }, csrf);
    env['API_KEY'] = key.json.apiKey as string;
    owner = clientWith({ ...keyHeader(key.json.apiKey as string), ...systemHeaders });
    const app = await owner.post('/v1/oauthApps', { name: 'Guide', development: true, redirectUris: [CALLBACK] });
    Object.assign(env, { CLIENT_ID: app.body.clientId, CLIENT_SECRET: app.body.clientSecret });
    await installTypescriptSdk(folder);
    if (hasPython) python = await installPythonSdk(folder);
  });
  afterAll(() => {
    running.forEach((child) => child.kill('SIGKILL'));
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (name: string, ...parts: string[]): string => {
    writeFileSync(join(folder, name), parts.join('\n'));
    return name;
  };
  const run = (command: string, ...args: string[]): Promise<string> => createRun(folder)(command, args, env);
  const node = (code: string, name = 'program.mts'): Promise<string> => run(process.execPath, write(name, code));
  const runPython = (code: string): Promise<string> => run(python, write('program.py', code));
  /** PHP programs of a guide as one file. */
  const joinPhp = (...parts: string[]): string => `<?php\n${parts.join('\n').replaceAll('<?php\n', '')}`;
  const runPhp = (...parts: string[]): Promise<string> => run('php', write('program.php', joinPhp(...parts)));
  const start = (command: string, args: readonly string[], more: Record<string, string> = {}): ChildProcess => {
    const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...env, ...more }, stdio: 'ignore' });
    running.add(child);
    return child;
  };
  const stop = (child: ChildProcess): Promise<void> =>
    new Promise((done) => {
      child.once('close', () => done());
      child.kill('SIGKILL');
      running.delete(child);
    });
  const lead = { source: 'guide.example', person: { firstName: 'Ada', emails: [{ value: 'ada@example.com' }] } };

  const inPython = requireTool('Python 3.9 or newer with venv', hasPython);
  const inPhp = requireTool('PHP with curl', hasPhp);

  it('given all programs in TypeScript with the SDK, then the compiler accepts them', async () => {
    const programs = ['quickstart', 'leads', 'webhooks', 'sync', 'oauth'].flatMap((guide) => {
      const text = readFileSync(join(ROOT, 'docs', 'guides', `${guide}.md`), 'utf8');
      const all = [...text.matchAll(/^```ts tab="TypeScript \(SDK\)"\n([^]*?)^```$/gm)].map(([, code]) => code!);
      return guide === 'oauth' ? [[guide, all.join('\n')]] : all.map((code, nth) => [`${guide}-${nth}`, code]);
    });
    expect(programs.length).toBeGreaterThanOrEqual(7);
    const files = programs.map(([name, code]) => write(`${name}.ts`, code!));
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,dom', '--module', 'nodenext'];
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')];
    await run(process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...types, ...files);
  });

  it('quickstart.md: TypeScript sends a lead', async () => {
    expect(await node(findProgram('quickstart.md', 'ts', 'events.create', TYPESCRIPT))).toMatch(/^\d+\n$/);
  });
  inPython.it('quickstart.md: Python sends a lead', async () => {
    expect(await runPython(findProgram('quickstart.md', 'python', 'events.create', PYTHON))).toMatch(/^\d+\n$/);
  });

  const misspelled = { ...lead, colour: 'blue' };
  it('leads.md: TypeScript sends a lead, and names what strict reading refuses', async () => {
    const calls = `console.log(await sendLead(${JSON.stringify(lead)}, 'entry-1'), await sendLead(${JSON.stringify(misspelled)} as Lead, 'entry-2', true));`;
    const printed = await node(findProgram('leads.md', 'ts', 'sendLead', TYPESCRIPT) + calls);
    expect(printed).toMatch(/event \d+ ignored null\ncolour [^\n]+\n\d+ undefined\n$/);
  });
  inPython.it('leads.md: Python sends a lead, and names what strict reading refuses', async () => {
    const calls = `print(send_lead(${JSON.stringify(lead)}, "entry-3"), send_lead(${JSON.stringify(misspelled)}, "entry-4", True))`;
    const printed = await runPython(findProgram('leads.md', 'python', 'def send_lead', PYTHON) + calls);
    expect(printed).toMatch(/event \d+ ignored None\ncolour [^\n]+\n\d+ None\n$/);
  });
  inPhp.it('leads.md: PHP sends a lead once for each key, and says what strict reading refuses', async () => {
    const calls = `$lead = json_decode('${JSON.stringify(lead)}', true);
      echo sendLead($lead, 'entry-5') === sendLead($lead, 'entry-5') ? 'same' : 'other', "\\n";
      try { sendLead($lead + ['colour' => 'blue'], 'entry-6', true); } catch (RuntimeException $error) { echo $error->getMessage(); }`;
    const printed = await runPhp(findProgram('leads.md', 'php', 'function sendLead'), calls);
    expect(printed).toMatch(/^same\nThe lead was refused \(400\): .*colour/);
  });

  it('webhooks.md: TypeScript registers a webhook', async () => {
    const code = findProgram('webhooks.md', 'ts', 'webhooks.create', TYPESCRIPT);
    expect(await node(code.replace('hooks.my-app.example', 'localhost:9443'))).toMatch(/^\d+ whsec_\S+\n$/);
  });
  inPython.it('webhooks.md: Python registers a webhook', async () => {
    const code = findProgram('webhooks.md', 'python', 'webhooks.create', PYTHON);
    expect(await runPython(code.replace('hooks.my-app.example', 'localhost:9443'))).toMatch(/^\d+ whsec_\S+\n$/);
  });

  /** Sends a signed event twice and a forged one to the receiver of a guide; it stores one file. */
  const tryReceiver = async (child: ChildProcess, port: number): Promise<void> => {
    const sample = await signSampleWebhook({ event: 'peopleUpdated', resourceIds: [1], eventId: unique() });
    const send = async (body: string): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: sample.headers, body })).status;
    try {
      await eventually(async () => expect(await send(sample.body)).toBe(204));
      expect(await send(sample.body)).toBe(204);
      expect(await send(sample.body.replace('1', '2'))).toBe(401);
      const [file, ...others] = readdirSync(queue);
      expect(others).toEqual([]);
      expect(JSON.parse(readFileSync(join(queue, file!), 'utf8'))).toMatchObject({ event: 'peopleUpdated' });
    } finally {
      await stop(child);
      for (const file of readdirSync(queue)) rmSync(join(queue, file));
    }
  };
  const received = { WEBHOOK_SECRET: SAMPLE_SECRET, QUEUE: queue };

  it('webhooks.md: the receiver in TypeScript stores what is signed, once', async () => {
    const port = await freePort();
    const code = findProgram('webhooks.md', 'ts', 'createExpressWebhookHandler', TYPESCRIPT);
    const file = write('receiver.mts', code.replace('3000', String(port)));
    await tryReceiver(start(process.execPath, [file], received), port);
  });
  inPython.it('webhooks.md: the receiver in Python stores what is signed, once', async () => {
    const port = await freePort();
    const code = findProgram('webhooks.md', 'python', 'class Receiver', PYTHON);
    const file = write('receiver.py', code.replace('3000', String(port)));
    await tryReceiver(start(python, [file], received), port);
  });
  inPhp.it('webhooks.md: the receiver in PHP stores what is signed, once', async () => {
    const port = await freePort();
    write('verify-webhook.php', findProgram('webhooks.md', 'php', 'function verifyWebhook'));
    const file = write('receiver.php', findProgram('webhooks.md', 'php', 'receiver.php'));
    await tryReceiver(start('php', ['-S', `127.0.0.1:${port}`, file], received), port);
  });

  /** Ids of the account, also in Trash, and those after person `gone` was deleted, as a program prints them. */
  const prepareSync = async (): Promise<{ gone: number; expected: string }> => {
    const { body } = await owner.post('/v1/people', { firstName: 'Gone' });
    const gone = body.id as number;
    await owner.post('/v1/people', { firstName: 'Thrown', stage: 'Trash' });
    const list = await owner.get('/v1/people?fields=id&sort=id&limit=100&includeTrash=true');
    const ids = (list.body.people as { id: number }[]).map(({ id }) => id);
    return { gone, expected: `${JSON.stringify(ids)}\n${JSON.stringify(ids.filter((id) => id !== gone))}\n` };
  };
  const eventsOf = (gone: number) => [
    { event: 'peopleUpdated', resourceIds: [gone], uri: `${baseUrl}/v1/people?id=${gone}` },
    { event: 'peopleDeleted', resourceIds: [gone], uri: null },
    { event: 'peopleUpdated', resourceIds: [gone], uri: `${baseUrl}/v1/people?id=${gone}` },
  ];

  it('sync.md: TypeScript reads every page and applies events', async () => {
    const { gone, expected } = await prepareSync();
    expect((await node(findProgram('sync.md', 'ts', "sort: 'id'", TYPESCRIPT))).split('\n')).toContain(String(gone));
    const calls = `
      const print = () => console.log(JSON.stringify([...people.keys()].sort((one, other) => one - other)));
      await readChanges(new Date(Date.now() - 3_600_000));
      await readChanges();
      print();
      for (const event of ${JSON.stringify(eventsOf(gone))}) await handleEvent(event as unknown as WebhookEvent);
      print();`;
    expect(await node(findProgram('sync.md', 'ts', 'readChanges', TYPESCRIPT) + calls)).toBe(expected);
  });
  inPython.it('sync.md: Python reads every page and applies events', async () => {
    const { gone, expected } = await prepareSync();
    expect((await runPython(findProgram('sync.md', 'python', 'sort="id"', PYTHON))).split('\n')).toContain(
      String(gone),
    );
    const calls = `
import json
from datetime import datetime, timezone
show = lambda: print(json.dumps(sorted(people), separators=(",", ":")))
read_changes(datetime.now(timezone.utc) - timedelta(hours=1))
read_changes()
show()
for event in json.loads('${JSON.stringify(eventsOf(gone))}'):
    handle_event(event)
show()
`;
    expect(await runPython(findProgram('sync.md', 'python', 'def read_changes', PYTHON) + calls)).toBe(expected);
  });
  inPhp.it('sync.md: PHP reads every page and handles the stored notifications', async () => {
    const { gone, expected } = await prepareSync();
    const calls = `
$people = [];
$store = function (array $person) use (&$people): void { $people[$person['id']] = true; };
$delete = function (int $id) use (&$people): void { unset($people[$id]); };
$show = function () use (&$people): void { ksort($people); echo json_encode(array_keys($people)), "\\n"; };
readChanges(time() - 3600, $store);
readChanges(null, $store);
$show();
foreach (json_decode('${JSON.stringify(eventsOf(gone).slice(0, 2))}', true) as $nth => $event)
    file_put_contents('${queue}/' . $nth . '.json', json_encode($event));
handleQueue('${queue}', $store, $delete);
$show();
`;
    const programs = [
      findProgram('sync.md', 'php', 'function readAll'),
      findProgram('sync.md', 'php', 'function readChanges'),
    ];
    expect(await runPhp(...programs, calls)).toBe(expected);
    expect(readdirSync(queue)).toEqual([]);
  });

  /** Starts a program that prints the address of the consent page, allows the access, and sends it the callback. */
  const connect = (command: string, args: readonly string[]): Promise<string> =>
    new Promise((done, fail) => {
      const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...env, NODE_EXTRA_CA_CERTS: caFile } });
      running.add(child);
      let [printed, errors, isSent] = ['', '', false];
      child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (isSent || !printed.includes('\n')) return;
        isSent = true;
        const address = new URL(printed.split('\n')[0]!);
        createBrowser()
          .authorize(address.pathname + address.search, user)
          .then((landed) => child.stdin.end(`${landed.href}\n`), fail);
      });
      child.once('close', (code) => (code === 0 ? done(printed) : fail(new Error(errors))));
    });

  it('oauth.md: TypeScript connects a user, stores the tokens and reads with them', async () => {
    const calls = `
      import { createInterface } from 'node:readline/promises';
      console.log(attempt.url);
      const callback = await createInterface({ input: process.stdin }).question('');
      const stored: OauthTokenSet[] = [];
      const ofUser = await connect(callback, async (tokens) => void stored.push(tokens));
      console.log((await ofUser.users.identity()).user.name, stored.length);`;
    const programs = ['createOauthClient', 'oauth.exchange'].map((part) =>
      findProgram('oauth.md', 'ts', part, TYPESCRIPT),
    );
    const printed = await connect(process.execPath, [write('oauth.mts', ...programs, calls)]);
    expect(printed).toMatch(/\nGail Guide 1\n$/);
  });
  inPython.it('oauth.md: Python connects a user, stores the tokens and reads with them', async () => {
    const calls = `
print(attempt.url, flush=True)
stored = []
of_user = connect(input(), stored.append)
print(of_user.users.identity()["user"]["name"], len(stored))
`;
    const programs = ['OauthClient(', 'oauth.exchange'].map((part) => findProgram('oauth.md', 'python', part, PYTHON));
    expect(await connect(python, [write('oauth.py', ...programs, calls)])).toMatch(/\nGail Guide 1\n$/);
  });
  inPhp.it('oauth.md: the app in PHP connects a user, reads, and refreshes a token that has expired', async () => {
    const parts = ['function authorizationUrl', 'function requestTokens', 'function readAccessToken'];
    write('oauth.php', joinPhp(...parts.map((part) => findProgram('oauth.md', 'php', part))));
    const tokenFile = join(folder, 'tokens.json');
    const app = findProgram('oauth.md', 'php', 'app.php');
    const port = await freePort();
    const site = `http://127.0.0.1:${port}`;
    const child = start('php', ['-S', `127.0.0.1:${port}`, write('app.php', app)], { TOKEN_FILE: tokenFile });
    try {
      const first = await eventually(() => fetch(`${site}/connect`, { redirect: 'manual' }));
      const cookie = String(first.headers.get('set-cookie')).split(';')[0]!;
      const consent = new URL(first.headers.get('location')!);
      const landed = await createBrowser().authorize(consent.pathname + consent.search, user);
      const forged = await fetch(`${site}/callback?code=c1&state=other`, { headers: { cookie } });
      expect(forged.status).toBe(400);
      const back = await fetch(`${site}/callback${landed.search}`, { headers: { cookie }, redirect: 'manual' });
      expect(back.status).toBe(302);
      const read = async (): Promise<unknown> => (await fetch(site)).json();
      expect(await read()).toMatchObject({ user: { name: 'Gail Guide' } });
      const tokens = JSON.parse(readFileSync(tokenFile, 'utf8')) as { refresh_token: string };
      writeFileSync(tokenFile, JSON.stringify({ ...tokens, expires_at: 0 }));
      expect(await read()).toMatchObject({ user: { name: 'Gail Guide' } });
      expect(JSON.parse(readFileSync(tokenFile, 'utf8')).refresh_token).not.toBe(tokens.refresh_token);
    } finally {
      await stop(child);
    }
  });
});

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SAMPLE_SECRET, signSampleWebhook } from '@porchlight/sdk';
import { eventually, freePort, hasPythonModule, requireTool } from '@porchlight/testkit';
import { createBrowser } from '../src/browser';
import { clientWith, keyHeader, systemHeaders, unique, type Client } from '../src/client';
import { findProgram, GUIDES, listPrograms } from '../src/guide-programs';
import { createRun, installPythonSdk, installTypescriptSdk } from '../src/install-downloads';
import { signUp } from '../src/sign-up-account';
import { readConnection } from '../src/stack-connection';

const TYPESCRIPT = 'TypeScript (SDK)';
const PYTHON = 'Python (SDK)';
const CALLBACK = 'http://localhost:3000/callback';
/** Id of a person that the account does not have. */
const NEVER_EXISTED = 2_000_000_000;
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

/** Prints the global names that Python files read but do not define. */
const UNKNOWN_NAMES = `
import builtins, symtable
for file in FILES:
    module = symtable.symtable(open(file).read(), file, "exec")
    names = {one.get_name() for one in module.get_symbols() if one.is_assigned() or one.is_imported() or one.is_namespace()}
    names |= set(dir(builtins))
    tables = [module]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        for one in table.get_symbols():
            if one.is_global() and one.is_referenced() and one.get_name() not in names:
                print(file, one.get_name())
`;

/** Prints the functions that PHP files call but neither they nor PHP define. */
const UNKNOWN_FUNCTIONS = `<?php
foreach (array_slice($argv, 1) as $file) {
    $tokens = array_values(array_filter(PhpToken::tokenize(file_get_contents($file)), fn ($one) => !$one->isIgnorable()));
    $names = [];
    foreach ($tokens as $nth => $one) if ($one->is(T_FUNCTION) && $tokens[$nth + 1]->is(T_STRING)) $names[] = $tokens[$nth + 1]->text;
    foreach ($tokens as $nth => $one) {
        $isCall = $one->is(T_STRING) && ($tokens[$nth + 1]->text ?? '') === '(';
        $isOther = $nth > 0 && $tokens[$nth - 1]->is([T_FUNCTION, T_NEW, T_OBJECT_OPERATOR, T_DOUBLE_COLON]);
        if ($isCall && !$isOther && !in_array($one->text, $names, true) && !function_exists($one->text)) echo "$file $one->text\\n";
    }
}
`;

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

  it('given all programs in TypeScript, then the compiler accepts each alone, or with those that it continues', async () => {
    const programs = GUIDES.flatMap((guide) =>
      listPrograms(guide)
        .filter(({ language }) => language === 'ts')
        .map(({ code }, nth) => [`${guide}-${nth}.ts`, `${code}\nexport {};\n`] as const),
    );
    expect(programs.length).toBeGreaterThanOrEqual(15);
    const files = programs.map(([name, code]) => write(name, code));
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,dom', '--module', 'nodenext'];
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')];
    await run(process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...types, ...files);
  });

  /** The programs of a language, alone or with those that they continue, as files. */
  const writePrograms = (language: string, extension: string): string[] =>
    GUIDES.flatMap((guide) =>
      listPrograms(guide)
        .filter((one) => one.language === language)
        .map(({ code }, nth) => write(`${guide}-${nth}.${extension}`, code)),
    );

  inPython.it(
    'given all programs in Python, then each alone, or with those that it continues, has all its names',
    async () => {
      const files = writePrograms('python', 'py');
      expect(files.length).toBeGreaterThanOrEqual(20);
      expect(await runPython(UNKNOWN_NAMES.replace('FILES', JSON.stringify(files)))).toBe('');
    },
  );
  inPhp.it(
    'given all programs in PHP, then each alone, or with those that it continues, has all its functions',
    async () => {
      // Those with `require` name the file of the functions; they run below.
      const files = writePrograms('php', 'php').filter(
        (file) => !readFileSync(join(folder, file), 'utf8').includes('require'),
      );
      expect(files.length).toBeGreaterThanOrEqual(8);
      write('functions.php', UNKNOWN_FUNCTIONS);
      expect(await run('php', 'functions.php', ...files)).toBe('');
    },
  );

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
    expect((await node(findProgram('sync.md', 'ts', "limit: 100, sort: 'id'", TYPESCRIPT))).split('\n')).toContain(
      String(gone),
    );
    const calls = `
      const print = () => console.log(JSON.stringify([...people.keys()].sort((one, other) => one - other)));
      await readChanges(new Date(Date.now() - 3_600_000));
      await readChanges();
      print();
      for (const event of ${JSON.stringify(eventsOf(gone))}) await handleEvent(event as unknown as WebhookEvent);
      print();
      const [first] = people.values() as unknown as [Person];
      const older = { ...first, name: 'Older', updated: '2020-01-01T00:00:00Z' };
      store(older);
      people.set(${NEVER_EXISTED}, { ...first, id: ${NEVER_EXISTED} });
      await compareIds();
      print();
      console.log([...people.values()].includes(older));`;
    expect(await node(findProgram('sync.md', 'ts', 'function compareIds', TYPESCRIPT) + calls)).toBe(
      `${expected}${expected.split('\n')[1]}\nfalse\n`,
    );
  });
  inPython.it('sync.md: Python reads every page and applies events', async () => {
    const { gone, expected } = await prepareSync();
    expect((await runPython(findProgram('sync.md', 'python', 'limit=100, sort="id"', PYTHON))).split('\n')).toContain(
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
first = next(iter(people.values()))
older = type(first)({**first.to_dict(), "updated": "2020-01-01T00:00:00Z"})
store(older)
people[${NEVER_EXISTED}] = first
compare_ids()
show()
print(people[first.id] is older)
`;
    expect(await runPython(findProgram('sync.md', 'python', 'def compare_ids', PYTHON) + calls)).toBe(
      `${expected}${expected.split('\n')[1]}\nFalse\n`,
    );
  });
  inPhp.it('sync.md: PHP reads every page and handles the stored notifications', async () => {
    const { gone, expected } = await prepareSync();
    const calls = `
$people = [];
$show = function () use (&$people): void { $ids = array_keys(array_filter($people)); sort($ids); echo json_encode($ids), "\n"; };
readChanges($people, time() - 3600);
readChanges($people);
$show();
foreach (json_decode('${JSON.stringify(eventsOf(gone))}', true) as $nth => $event)
    file_put_contents('${queue}/' . $nth . '.json', json_encode($event));
handleQueue($people, '${queue}');
$show();
$first = $people[array_key_first($people)];
store($people, ['name' => 'Older', 'updated' => '2020-01-01T00:00:00Z'] + $first);
$people[${NEVER_EXISTED}] = ['id' => ${NEVER_EXISTED}] + $first;
compareIds($people);
$show();
echo json_encode($people[$first['id']] === $first), "\n";
`;
    expect(await runPhp(findProgram('sync.md', 'php', 'compareIds'), calls)).toBe(
      `${expected}${expected.split('\n')[1]}\ntrue\n`,
    );
    expect(readdirSync(queue)).toEqual([]);
  });

  /** Follows the stream by a program that prints positions and ids of people; ends it after the output `until`. */
  const followUntil = async (
    command: string,
    file: string,
    args: readonly string[],
    until: RegExp,
  ): Promise<string> => {
    const child = spawn(command, [file, ...args], {
      cwd: folder,
      env: { ...process.env, ...env, NODE_EXTRA_CA_CERTS: caFile },
    });
    running.add(child);
    let [printed, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    try {
      await eventually(() =>
        expect({ printed, errors }).toEqual({ printed: expect.stringMatching(until), errors: '' }),
      );
    } finally {
      await stop(child);
    }
    return printed;
  };

  /** Ends a program before its first event, and starts it again from the position that it had stored. */
  const expectNoGap = async (command: string, file: string): Promise<void> => {
    const first = await followUntil(command, file, [''], /^at \S+ people \[[\d,]+\]\n/);
    const [, position = ''] = /^at (\S+)/.exec(first)!;
    const { body } = await owner.post('/v1/people', { firstName: 'Missed' });
    const second = await followUntil(command, file, [position], new RegExp(`people .*\\b${body.id}\\b`));
    expect(second).toMatch(new RegExp(`^at ${position} people \\[\\]\n`));
  };

  it('sync.md: TypeScript follows the stream, and a program that ended before the first event misses nothing', async () => {
    const calls = `
      await follow(process.argv[2]!, async (id) => console.log('at', id, 'people', JSON.stringify([...people.keys()])));`;
    const file = write('follow.mts', findProgram('sync.md', 'ts', 'follow(', TYPESCRIPT), calls);
    await expectNoGap(process.execPath, file);
  });
  inPython.it(
    'sync.md: Python follows the stream, and a program that ended before the first event misses nothing',
    async () => {
      const calls = `
import json, sys
follow(sys.argv[1], lambda id: print("at", id, "people", json.dumps(list(people), separators=(",", ":")), flush=True))
`;
      await expectNoGap(python, write('follow.py', findProgram('sync.md', 'python', 'def follow', PYTHON), calls));
    },
  );

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
      console.log((await ofUser.users.identity()).user.name, stored.length);
      const next = await refreshed(stored[0]!.refreshToken);
      await disconnect(next.accessToken);
      console.log(next.refreshToken === stored[0]!.refreshToken);`;
    const program = findProgram('oauth.md', 'ts', 'refreshed', TYPESCRIPT);
    const printed = await connect(process.execPath, [write('oauth.mts', program, calls)]);
    expect(printed).toMatch(/\nGail Guide 1\nfalse\n$/);
  });
  inPython.it('oauth.md: Python connects a user, stores the tokens and reads with them', async () => {
    const calls = `
print(attempt.url, flush=True)
stored = []
of_user = connect(input(), stored.append)
print(of_user.users.identity()["user"]["name"], len(stored))
following = refreshed(stored[0].refresh_token)
disconnect(following.access_token)
print(following.refresh_token == stored[0].refresh_token)
`;
    const program = findProgram('oauth.md', 'python', 'def refreshed', PYTHON);
    expect(await connect(python, [write('oauth.py', program, calls)])).toMatch(/\nGail Guide 1\nFalse\n$/);
  });
  inPhp.it('oauth.md: the app in PHP connects a user, reads, and refreshes a token that has expired', async () => {
    const parts = ['function authorizationUrl', 'function readAccessToken'];
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

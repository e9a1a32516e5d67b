import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createServer, type IncomingMessage } from 'node:http';
import { verifyWebhook } from '@porchlight/sdk';
import { eventually } from '@porchlight/testkit';
import { account, repeatWhileBusy, unique } from '../src/client';
import { UNAVAILABLE } from '../src/porchlight-command';
import { dataFolder, readConnection } from '../src/stack-connection';

const CLI = resolve(__dirname, '../../../dist/cli');
const { baseUrl, caFile, system } = readConnection();
const { apiKey } = account(1).users.owner;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command line as npm installs it: in a folder outside of the repository, with an empty home. */
describe('the installed command line', () => {
  let home: string;
  const running = new Set<ChildProcess>();

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'porchlight-cli-'));
    const npm = (...args: string[]): string =>
      execFileSync('npm', [...args, '--silent', '--offline'], { cwd: home, encoding: 'utf8', timeout: 60_000 });
    const packed = npm('pack', CLI).trim();
    npm('install', '--no-audit', '--no-fund', '--prefix', home, join(home, packed));
  });
  afterAll(() => {
    running.forEach((child) => child.kill('SIGKILL'));
    rmSync(home, { recursive: true, force: true });
  });

  const start = (args: readonly string[], input = ''): ChildProcess => {
    const child = spawn(join(home, 'node_modules', '.bin', 'porchlight'), args, {
      cwd: home,
      env: { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1' },
      timeout: 60_000,
    });
    running.add(child);
    child.stdin!.end(input);
    return child;
  };
  const run = (args: readonly string[], input = ''): Promise<Ended> =>
    new Promise((done) => {
      const child = start(args, input);
      let [out, err] = ['', ''];
      child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString()));
      child.once('close', (code) => done({ code, out, err }));
    });
  const json = async (...args: string[]): Promise<any> => {
    const { code, out, err } = await repeatWhileBusy(
      () => run([...args, '--json']),
      (ended) => (ended.code === UNAVAILABLE ? 1 : undefined),
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return JSON.parse(out);
  };
  const operator = (...args: string[]): Promise<any> => json('--data', dataFolder, ...args);

  it('given no login, then it says how to log in', async () => {
    expect(await run(['people', 'list'])).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^[^\n]+porchlight login\.\n$/),
    });
  });

  it('given a wrong key, then nothing is stored', async () => {
    const ended = await run(['login', '--url', baseUrl, '--ca', caFile], 'plk_wrong\n');
    expect(ended).toEqual({ code: 4, out: '', err: expect.stringMatching(/^[A-Z_]+: [^\n]+\n$/) });
    expect(await json('profiles')).toEqual([]);
  });

  it('given a key on standard input, then it is stored for the user only and never printed', async () => {
    const ended = await run(
      ['login', '--profile', 'test', '--url', baseUrl, '--ca', caFile, '--system', system.name],
      `${apiKey}\n${system.key}\n`,
    );
    expect(ended).toMatchObject({ code: 0, err: '', out: expect.stringContaining(account(1).name) });
    const file = join(home, '.config', 'porchlight', 'profiles.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain(apiKey);
    const listed = await run(['profiles', '--json']);
    expect(JSON.parse(listed.out)).toEqual([{ name: 'test', url: baseUrl, system: system.name, current: true }]);
    expect(ended.out + listed.out).not.toContain(apiKey);
    expect(ended.out + listed.out).not.toContain(system.key);
  });

  it('creates, reads, changes, lists and deletes a record', async () => {
    const tag = unique();
    const body = JSON.stringify({ firstName: 'Ada', lastName: 'Cli', tags: [tag] });
    writeFileSync(join(home, 'person.json'), body);
    const { id } = await json('people', 'create', '--data', '@person.json');
    await json('people', 'create', '--data', body);
    expect(await json('people', 'update', String(id), '--data', '{"lastName": "Byron"}')).toMatchObject({
      name: 'Ada Byron',
    });
    const list = ['people', 'list', '--tags', tag];
    expect(await json(...list, '--limit', '1')).toHaveLength(1);
    expect((await run([...list, '--output', 'quiet', '--query', 'sort=id'])).out.split('\n')[0]).toBe(String(id));
    expect((await run([...list, '--output', 'csv'])).out).toMatch(/^id,/);
    expect((await run(list)).out).toContain('Ada Byron');
    expect(await json('people', 'delete', String(id))).toEqual({});
    expect(await run(['people', 'get', String(id)])).toEqual({
      code: 5,
      out: '',
      err: expect.stringMatching(/^NOT_FOUND: [^\n]+\n$/),
    });
  });

  it('sends any request', async () => {
    const { id } = await json('api', 'POST', '/v1/people', '--data', '{"firstName": "Any"}');
    expect(await json('api', 'GET', '/people', '--query', `id=${id}`, '--query', 'fields=name')).toMatchObject({
      people: [{ name: 'Any' }],
    });
    expect(await json('api', 'PUT', `/v1/people/${id}`, '-d', '{"firstName": "Other"}')).toMatchObject({
      name: 'Other',
    });
    const strict = ['api', 'PUT', `/v1/people/${id}`, '-d', '{"unknown": 1}', '-H', 'Prefer=handling=strict'];
    expect(await run(strict)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^[A-Z_]+: [^\n]*unknown[^\n]*\n$/),
    });
    expect((await run(['api', 'DELETE', `/v1/people/${id}`])).code).toBe(0);
    expect(await run(['api', 'POST', '/v1/people', '--data', '{'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^--data is not JSON: [^\n]+\n$/),
    });
  });

  it('given listen and trigger, then the local receiver gets the signed event', async () => {
    const received: { headers: IncomingMessage['headers']; body: string }[] = [];
    const server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        received.push({ headers: req.headers, body: Buffer.concat(chunks).toString() });
        res.end();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const listener = start([
      'listen',
      '--forward-to',
      `http://127.0.0.1:${port}`,
      '--events',
      'notesCreated',
      '--json',
    ]);
    let [lines, errors] = ['', ''];
    listener.stdout!.on('data', (chunk: Buffer) => (lines += chunk.toString()));
    listener.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    try {
      await eventually(() => expect(lines).toContain('"secret"'));
      const { secret } = JSON.parse(lines.split('\n')[0]!) as { secret: string };
      expect(errors).toBe(`Ready: notesCreated are forwarded to http://127.0.0.1:${port}, signed with ${secret}\n`);
      // It is ready: one event is enough.
      const triggered = await run(['trigger', 'notesCreated', '--json']);
      await eventually(() => expect(received).toHaveLength(1));
      const [, command = ''] = /^The sample person \d+ stays\. Delete it and its records: porchlight (.*)\n$/.exec(
        triggered.err,
      )!;
      expect(await run(command.split(' '))).toMatchObject({ code: 0, err: '' });
      expect((await run(['people', 'get', command.split(' ').at(-1)!])).code).toBe(5);
      const [{ headers, body }] = received as [(typeof received)[number]];
      const verified = await verifyWebhook({ headers: headers as Record<string, string>, body }, { secret });
      expect(verified).toMatchObject({ event: 'notesCreated', resourceIds: [expect.any(Number)] });
    } finally {
      listener.kill('SIGINT');
      server.close();
    }
  });

  it('given the signing key, then an operator lists accounts and manages users, systems and keys of one', async () => {
    const word = unique();
    const names = ['--first-name', 'Op', '--last-name', 'Erator'];
    const created = await operator('account', 'create', '--name', word, ...names, '--email', `${word}@example.com`);
    const id = String(created.accountId);
    expect(await operator('account', 'list')).toContainEqual(
      expect.objectContaining({ id: created.accountId, name: word, status: 'Active' }),
    );
    const team = ['--account', id];
    const agent = await operator(
      ...['user', 'create', ...team, '--role', 'Agent', ...names, '--email', `${word}.agent@example.com`],
    );
    const user = [...team, '--user', String(agent.userId)];
    const key = await operator('key', 'create', ...user, '--scopes', 'read,people', '--expires', '30d');
    expect(key).toMatchObject({ scopes: ['read', 'people'], apiKey: expect.stringMatching(/^plk_/) });
    const asAgent = ['--url', baseUrl, '--ca', caFile, '--api-key', key.apiKey as string];
    expect(await json('people', 'list', ...asAgent)).toEqual([]);
    expect(await run(['people', 'create', '--data', '{"firstName": "No"}', ...asAgent])).toMatchObject({ code: 4 });
    expect(await operator('system', 'register', '--name', word, ...team)).toMatchObject({ name: word, id: 1 });
    expect(await operator('user', 'disable', ...user)).toMatchObject({ status: 'Disabled' });
    await eventually(async () => expect(await run(['people', 'list', ...asAgent])).toMatchObject({ code: 4 }));
    expect(await operator('user', 'enable', ...user)).toMatchObject({ status: 'Active' });
  });

  it.each(['bash', 'zsh'])('prints the completion of %s', async (shell) => {
    expect(await run(['complete', shell])).toMatchObject({ code: 0, out: expect.stringContaining('porchlight') });
  });

  it('given logout, then the profile is gone', async () => {
    expect(await json('logout')).toEqual({ deleted: 'test' });
    expect(await json('profiles')).toEqual([]);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, type Receiver } from '@porchlight/testkit';
import { as, unique } from '../src/client';
import { porchlight, porchlightJson as json } from '../src/porchlight-command';
import { readConnection } from '../src/stack-connection';
import { useReceiver } from '../src/receive';

/** The command line, run as processes (decisions sections 3 and 10; docs/cli.md). */
describe('the command line', () => {
  it('prints help with examples and exit codes for every command, and explains a wrong option', async () => {
    const help = await porchlight(['--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    for (const word of ['account', 'user', 'key', 'system', 'webhook', 'lead', 'complete', 'Examples:', 'Exit codes:'])
      expect(help.out).toContain(word);
    expect((await porchlight(['lead', 'send', '--help'])).out).toContain('porchlight lead send leads.json');
    const [unknown, missing, noId] = await Promise.all([
      porchlight(['nope']),
      porchlight(['lead', 'send']),
      porchlight(['webhook', 'test', 'x']),
    ]);
    expect(unknown).toMatchObject({ code: 2, out: '', err: expect.stringContaining("unknown command 'nope'") });
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('say who it is') });
    expect(noId).toMatchObject({ code: 2, err: expect.stringContaining('An id is a whole number') });
  });

  it('returns an exit code per kind of failure', async () => {
    const { baseUrl, caFile } = readConnection();
    const [nobody, forbidden, notThere, refused, away] = await Promise.all([
      porchlight(['user', 'list', '--url', baseUrl, '--ca', caFile], { env: { PORCHLIGHT_API_KEY: 'wrong' } }),
      porchlight(['webhook', 'list', '--as', 'agent']),
      porchlight(['webhook', 'test', '2000000000']),
      porchlight(['webhook', 'create', '--event', 'Nonsense', '--to', 'https://example.com/']),
      porchlight(['user', 'list', '--url', 'https://127.0.0.1:1', '--api-key', 'x']),
    ]);
    expect([nobody, forbidden, notThere, refused, away].map(({ code }) => code)).toEqual([4, 4, 5, 3, 6]);
    expect(notThere.err).toMatch(/^NOT_FOUND: .+\.\n$/);
    expect(away.err).toContain('NETWORK');
  });

  it('creates and lists accounts, users and keys', async () => {
    const word = unique();
    const made = await json('account', 'create', {
      name: `Cli ${word}`,
      'first-name': 'Cli',
      'last-name': 'Owner',
      email: `cli.${word}@example.com`,
    });
    const { apiKey } = await json('key', 'create', {
      account: made.accountId,
      user: made.userId ?? made.ownerId ?? 1,
      label: 'cli',
    });
    const key = { env: { PORCHLIGHT_API_KEY: apiKey as string } };
    const shown = await porchlight(['account', 'show', '--json'], key);
    expect(JSON.parse(shown.out)).toMatchObject({
      account: { name: `Cli ${word}` },
      user: { role: expect.stringMatching(/./) },
    });
    const userId = JSON.parse(shown.out).user.id as number;
    const [users, keys] = await Promise.all([
      porchlight(['user', 'list', '--json'], key),
      porchlight(['key', 'list', '--user', String(userId), '--json'], key),
    ]);
    expect(JSON.parse(users.out)).toMatchObject([{ email: `cli.${word}@example.com` }]);
    expect(JSON.parse(keys.out)).toContainEqual(expect.objectContaining({ label: 'cli' }));
    expect(keys.out).not.toContain(apiKey);
    await as('owner').post('/v1/systems', { name: `Cli ${word}` });
    expect((await porchlight(['system', 'list'])).out).toContain(`Cli ${word}`);
  });

  it('sends leads from options, a file and standard input, and continues after a refused lead', async () => {
    const word = unique();
    const lead = (n: number) => ({
      source: 'cli.example',
      type: 'Registration',
      person: { firstName: 'Cli', emails: [{ value: `${word}.${n}@example.com` }] },
    });
    const one = await json('lead', 'send', {
      source: 'cli.example',
      type: 'Registration',
      'first-name': 'Cli',
      email: `${word}.0@example.com`,
    });
    expect(one).toEqual({ outcome: 'new', personId: expect.any(Number), name: 'Cli', eventId: expect.any(Number) });
    const folder = mkdtempSync(join(tmpdir(), 'cli-'));
    try {
      writeFileSync(join(folder, 'leads.json'), JSON.stringify([lead(0), lead(1)]));
      const file = await porchlight(['lead', 'send', join(folder, 'leads.json')]);
      expect(file).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^known: person \d+ Cli, event \d+\nnew: person \d+ Cli, event \d+\n$/),
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
    const piped = await porchlight(['lead', 'send', '-', '--json'], {
      input: [lead(2), { type: 'Nonsense' }, lead(3)].map((l) => JSON.stringify(l)).join('\n'),
    });
    expect(piped.code).toBe(1);
    expect(
      piped.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).outcome),
    ).toEqual(['new', 'refused', 'new']);
  });

  it('completes commands, options and their choices in a shell', async () => {
    const [script, commands, choices] = await Promise.all([
      porchlight(['complete', 'bash']),
      porchlight(['complete', '--', 'webhook', '']),
      porchlight(['complete', '--', 'webhook', 'deliveries', '--status', '']),
    ]);
    expect(script).toMatchObject({ code: 0, out: expect.stringContaining('bash completion for porchlight') });
    expect(commands.out).toMatch(/^tail\t/m);
    expect(choices.out).toContain('GivenUp');
    for (const shell of ['zsh', 'fish']) expect((await porchlight(['complete', shell])).out).toContain('porchlight');
  });

  describe('with a webhook', () => {
    let receiver: Receiver;
    useReceiver((started) => (receiver = started));

    it('registers, tests, follows, replays and deletes it', async () => {
      const { id, secret } = await json('webhook', 'create', { event: 'peopleCreated', to: `${receiver.url}/cli` });
      try {
        expect(secret).toMatch(/^whsec_/);
        expect((await porchlight(['webhook', 'list'])).out).toContain(`${receiver.url}/cli`);
        expect(await json('webhook', 'test', id)).toMatchObject({ status: 200 });
        const since = new Date(Date.now() - 60_000).toISOString();
        const tail = porchlight(`webhook tail ${id} --since ${since} --interval 1 --count 1 --json`.split(' '));
        const made = await as('owner').post('/v1/people', { firstName: `Tail ${unique()}` });
        expect(made.status).toBe(201);
        const followed = await tail;
        expect(followed).toMatchObject({ code: 0, err: '' });
        const delivery = JSON.parse(followed.out.trim());
        expect(delivery).toMatchObject({
          webhookId: id,
          event: expect.any(String),
          eventId: expect.any(String),
          status: expect.stringMatching(/Pending|Delivered/),
        });
        await receiver.waitFor(2);
        // A replay skips pending deliveries.
        await eventually(async () =>
          expect((await as('owner').get(`/v1/webhooks/${id}/deliveries?status=Pending`)).body.deliveries).toEqual([]),
        );
        const before = receiver.requests.length;
        expect(await json('webhook', 'replay', id, { status: 'all', since })).toEqual({
          replayed: expect.any(Number),
        });
        await receiver.waitFor(before + 1);
        await eventually(async () =>
          expect((await porchlight(['webhook', 'deliveries', String(id)])).out).toMatch(/Delivered: 200 in \d+ ms/),
        );
        expect(await json('webhook', 'disable', id)).toMatchObject({ status: 'Disabled' });
        expect(await json('webhook', 'rotate-secret', id)).toMatchObject({
          secret: expect.stringMatching(/^whsec_/),
        });
      } finally {
        expect((await porchlight(['webhook', 'delete', String(id)])).code).toBe(0);
      }
    });
  });
});

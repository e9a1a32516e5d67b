import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allResources } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { account, as, unique, type Client } from '@porchlight/acceptance/src/client';
import { porchlight, porchlightJson } from '@porchlight/acceptance/src/porchlight-command';
import { openAccount } from '../src/open-account';
import { createOwnerHolder, createRecord, findSample } from '../src/record-samples';

/** Written for the account's owner by the operator (decisions section 10; docs/operations.md). */
const folder = mkdtempSync(join(tmpdir(), 'porchlight-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Not in an export: they belong to the system that registered them. */
const NOT_EXPORTED = ['publishedInboxApps', 'oauthApps', 'webhooks'];

/** Resources whose lists the export contains, and those that show a secret once. */
const EXPORTED = allResources.filter(
  ({ verbs, resource }) => verbs.includes('list') && !NOT_EXPORTED.includes(resource),
);
const SECRETS = { webhooks: 'secret', oauthApps: 'clientSecret' } as const;

/** Creates a record of every resource, with the word in it. Returns the secrets that were shown. */
const fill = async (owner: Client, word: string, userId: number): Promise<string[]> => {
  await createRecord(owner, '/v1/people', { firstName: `${word} in Trash`, stage: 'Trash' });
  const holder = await createOwnerHolder(owner, userId);
  for (const descriptor of EXPORTED) {
    const { resource, path } = descriptor;
    const sample = findSample(descriptor);
    const marker = resource === 'people' ? word : `${word}${resource}`;
    // Other services receive the person a moment later.
    await eventually(async () =>
      sample.create
        ? sample.create(holder, marker)
        : createRecord(owner, `/v1/${path}`, await sample.body(holder, marker)),
    );
  }
  const secrets: unknown[] = [];
  for (const descriptor of allResources) {
    const { resource, path } = descriptor;
    if (!(resource in SECRETS)) continue;
    const { body } = await owner.post(`/v1/${path}`, await findSample(descriptor).body(holder, word));
    secrets.push(body[SECRETS[resource as keyof typeof SECRETS]]);
  }
  // The audit log gathers for 2 s: it is whole when nothing more has come for longer.
  let logged = 0;
  const grown = async (): Promise<number> =>
    -logged + (logged = (await owner.get('/v1/auditLog')).body._metadata.total as number);
  await eventually(async () => expect([await grown(), logged > 0]).toEqual([0, true]), { intervalMs: 3_000 });
  return secrets.filter((secret): secret is string => typeof secret === 'string');
};

it('an export contains every record of every resource of the account, no record of another account and no secret', async () => {
  const word = `zx${unique()}`;
  const { id, ownerId, apiKey, owner } = await openAccount(word);
  const foreign = `zy${unique()}`;
  await createRecord(as('owner'), '/v1/people', { firstName: foreign });
  const secrets = [apiKey, ...(await fill(owner, word, ownerId))];
  expect(secrets).toHaveLength(3);

  const file = join(folder, 'export.jsonl');
  const counts = (await porchlightJson('account', 'export', id, { to: file })) as Record<string, number>;
  const text = readFileSync(file, 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { resource: string; record: Record<string, unknown> });

  // As many of each as the owner's lists tell.
  expect(Object.keys(counts).sort()).toEqual(EXPORTED.map(({ resource }) => resource).sort());
  for (const { resource, path } of EXPORTED) {
    const { status, body } = await owner.get(`/v1/${path}?limit=1${resource === 'people' ? '&includeTrash=true' : ''}`);
    expect([resource, status]).toEqual([resource, 200]);
    const { total } = body._metadata as { total: number };
    expect([resource, lines.filter((line) => line.resource === resource).length, counts[resource]]).toEqual([
      resource,
      total,
      total,
    ]);
    expect([resource, total]).not.toEqual([resource, 0]);
  }
  expect(lines.filter(({ resource }) => resource === 'people').map(({ record }) => record['firstName'])).toEqual(
    expect.arrayContaining([word, `${word} in Trash`]),
  );

  expect(text).not.toContain(foreign);
  expect(text).not.toContain(account(1).users.owner.email);
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/"(?:[a-z]*[sS]ecret|[a-z]*[hH]ash|password|key|apiKey|cipher)[A-Za-z]*":"[^"]/);
  // Once more into the same file: nothing that is there is written over.
  expect((await porchlight(['account', 'export', String(id), '--to', file])).code).not.toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

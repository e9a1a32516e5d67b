import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allResources } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { account, as, unique, type Client } from '@porchlight/acceptance/src/client';
import { porchlight, porchlightJson } from '@porchlight/acceptance/src/command-line';
import { openAccount } from '../src/open-account';

/** Written for the account's owner by the operator (decisions section 10; docs/operations.md). */
const folder = mkdtempSync(join(tmpdir(), 'porchlight-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Not in an export: they belong to the system that registered them. */
const NOT_EXPORTED = ['publishedInboxApps', 'oauthApps', 'webhooks'];

const taken = async (client: Client, path: string, body: object): Promise<any> => {
  const reply = await client.post(path, body);
  if (reply.status >= 300) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
};

/** One of everything, with the word in it. Gives the secrets that were shown meanwhile. */
const fill = async (owner: Client, word: string, userId: number): Promise<string[]> => {
  const email = `${word}@example.com`;
  const { id: personId } = await taken(owner, '/v1/events', {
    type: 'Registration',
    source: word,
    message: word,
    person: { firstName: word, emails: [{ value: email }], assignedUserId: userId },
  });
  await taken(owner, '/v1/people', { firstName: `${word} in Trash`, stage: 'Trash' });
  await taken(owner, '/v1/notes', { personId, body: word });
  await taken(owner, '/v1/calls', { personId, phone: '5125550100', isIncoming: false, note: word });
  await taken(owner, '/v1/textMessages', { personId, message: word, toNumber: '5125550100', fromNumber: '5125550101' });
  await taken(owner, '/v1/tasks', { personId, name: word });
  await taken(owner, '/v1/stages', { name: word });
  await taken(owner, '/v1/customFields', { label: word, type: 'text' });
  await taken(owner, '/v1/smartLists', { name: word, filters: { stage: 'Lead' } });
  await taken(owner, '/v1/ponds', { name: word });
  await taken(owner, '/v1/groups', { name: word });
  await taken(owner, '/v1/teams', { name: word });
  await taken(owner, '/v1/leadFlows', { name: word, sources: [word], assignUserId: userId });
  const pipeline = await taken(owner, '/v1/pipelines', { name: word, stages: [{ name: 'Offer' }] });
  await taken(owner, '/v1/deals', { name: word, stageId: pipeline.stages[0].id, peopleIds: [personId] });
  await taken(owner, '/v1/dealCustomFields', { label: word, type: 'text' });
  await taken(owner, '/v1/templates', { name: word, subject: 'Hello', body: 'Hello' });
  const plan = await taken(owner, '/v1/actionPlans', { name: word, steps: [] });
  await eventually(() => taken(owner, '/v1/actionPlansPeople', { personId, actionPlanId: plan.id }));
  const campaign = await taken(owner, '/v1/emCampaigns', { origin: 'Mailer', originId: word, name: word });
  const emEvents = [{ type: 'open', occurred: '2026-01-31T12:00:00Z', recipient: email, campaignId: campaign.id }];
  await eventually(async () =>
    expect((await taken(owner, '/v1/emEvents', { emEvents })).recipientsNotFound ?? []).toEqual([]),
  );
  const webhook = await taken(owner, '/v1/webhooks', { event: 'peopleDeleted', url: `https://127.0.0.1:9/${word}` });
  const app = await taken(owner, '/v1/oauthApps', { name: word, redirectUris: ['https://app.example.com/callback'] });
  await eventually(async () => expect((await owner.get('/v1/notifications')).body._metadata.total).toBe(1));
  // The audit log gathers for 2 s: it is whole when nothing more has come for longer.
  let logged = 0;
  const grown = async (): Promise<number> =>
    -logged + (logged = (await owner.get('/v1/auditLog')).body._metadata.total as number);
  await eventually(async () => expect([await grown(), logged > 0]).toEqual([0, true]), { intervalMs: 3_000 });
  return [webhook.secret, app.clientSecret].filter((secret): secret is string => typeof secret === 'string');
};

it('an export contains every record of every resource of the account, no record of another account and no secret', async () => {
  const word = `zx${unique()}`;
  const { id, ownerId, apiKey, owner } = await openAccount(word);
  const foreign = `zy${unique()}`;
  await taken(as('owner'), '/v1/people', { firstName: foreign });
  const secrets = [apiKey, ...(await fill(owner, word, ownerId))];
  expect(secrets).toHaveLength(3);

  const file = join(folder, 'export.jsonl');
  const counts = (await porchlightJson('account', 'export', String(id), '--to', file)) as Record<string, number>;
  const text = readFileSync(file, 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { resource: string; record: Record<string, unknown> });

  // As many of each as the owner's lists tell.
  const listed = allResources.filter(
    ({ verbs, resource }) => verbs.includes('list') && !NOT_EXPORTED.includes(resource),
  );
  expect(Object.keys(counts).sort()).toEqual(listed.map(({ resource }) => resource).sort());
  for (const { resource, path } of listed) {
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
}, 120_000);

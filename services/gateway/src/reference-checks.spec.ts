import { allResources } from '@porchlight/contracts';
import type { Forwarded } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { createReferenceChecks } from './reference-checks';

const call = { actor: { accountId: 1, userId: 1, role: 'Owner' }, requestId: 'r', suppressOwn: false } as Forwarded;
const find = (resource: string) => allResources.find((descriptor) => descriptor.resource === resource)!;
const NAMES: Readonly<Record<string, string>> = {
  stages: 'Hot',
  ponds: 'Lake',
  groups: 'North',
  users: 'Ada',
  pipelines: 'Buyers',
};

/** Checks over services that know these references; a service in `away` does not answer. */
const open = (known: Record<string, object[]> = {}, { away = [] as string[], missing = [] as number[] } = {}) => {
  const log: unknown[] = [];
  const answer = <T>(service: string, value: T): T => {
    if (away.includes(service)) throw refuse('UNAVAILABLE');
    return value;
  };
  const connect = (service: string) => ({
    findReferences: async ({ record }: any) => {
      log.push([service, 'find', record]);
      return answer(service, { references: known[service] ?? [] });
    },
    replaceReferences: async ({ record, replacement }: any) => {
      log.push([service, 'replace', record, replacement]);
      return answer(service, { changed: 1 });
    },
    deleteReferences: async ({ record }: any) => {
      log.push([service, 'delete', record]);
      return answer(service, { deleted: 1 });
    },
  });
  const forward = async ({ resource }: { resource: string }, verb: string, { id, options }: any): Promise<unknown> => {
    if (missing.includes(id)) throw refuse('NOT_FOUND', { what: 'record' });
    if (verb === 'delete') log.push(['delete', resource, id, options]);
    return { record: { id, name: NAMES[resource], defaultPondId: 5 } };
  };
  const checks = createReferenceChecks({
    registry: { resources: allResources },
    connect: connect as never,
    forward: forward as never,
    timeoutMs: 1_000,
  });
  return { ...checks, log };
};

describe('D13.3 deleting a record that others name', () => {
  test.each([
    ['stages', { marketing: [{ kind: 'actionPlan', id: 3, name: 'Drip' }], people: [] }, "action plan 'Drip'"],
    ['ponds', { auth: [{ kind: 'group', id: 4, name: 'North' }] }, "group 'North'"],
    ['groups', { people: [{ kind: 'leadFlow', id: 5, name: 'Rule 5' }] }, "lead flow 'Rule 5'"],
    ['templates', { marketing: [{ kind: 'actionPlan', id: 6, name: 'Mails' }] }, "action plan 'Mails'"],
    ['actionPlans', { people: [{ kind: 'leadFlow', id: 7, name: 'Web' }] }, "lead flow 'Web'"],
    ['pipelines', { marketing: [{ kind: 'automation', id: 2, name: 'Closing' }] }, "automation 'Closing'"],
    ['customFields', { people: [{ kind: 'smartList', id: 8, name: 'Rich' }] }, "smart list 'Rich'"],
  ])('given %s, then the delete is refused and lists these records', async (resource, known, name) => {
    const { beforeDelete } = open(known);
    await expect(beforeDelete(find(resource), 9, {}, call)).rejects.toMatchObject({
      reason: 'IN_USE',
      message: expect.stringContaining(name),
      problems: Object.values(known).flat(),
    });
  });

  test('given no naming record, then the delete is allowed after every service was asked', async () => {
    const { beforeDelete, log } = open();
    await beforeDelete(find('stages'), 9, {}, call);
    expect(log[0]).toEqual(['delete', 'stages', 9, { dryRun: 'true' }]);
    const record = { kind: 'stages', id: 9, name: 'Hot' };
    expect(new Set(log.slice(1))).toEqual(
      new Set([
        ['people', 'find', record],
        ['marketing', 'find', record],
      ]),
    );
  });

  test('given a service that does not answer, then the delete is refused as unavailable', async () => {
    const { beforeDelete } = open({}, { away: ['marketing'] });
    await expect(beforeDelete(find('stages'), 9, {}, call)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  });

  test('given force=true, then no service is asked', async () => {
    const { beforeDelete, log } = open(
      { people: [{ kind: 'smartList', id: 8, name: 'Rich' }] },
      { away: ['marketing'] },
    );
    await beforeDelete(find('stages'), 9, { force: 'true' }, call);
    expect(log).toHaveLength(1);
  });

  test('given a target, then the records name the target', async () => {
    const { beforeDelete, log } = open();
    await beforeDelete(find('ponds'), 9, { assignTo: '3' }, call);
    const [record, replacement] = [
      { kind: 'ponds', id: 9, name: 'Lake' },
      { kind: 'users', id: 3, name: 'Ada' },
    ];
    expect(log).toContainEqual(['auth', 'replace', record, replacement]);
    expect(log).toContainEqual(['people', 'replace', record, replacement]);
  });

  test('given a delete that is refused anyway, then no record is changed', async () => {
    const { beforeDelete, log } = open({}, { missing: [9] });
    await expect(beforeDelete(find('ponds'), 9, { assignTo: '3' }, call)).rejects.toMatchObject({
      reason: 'NOT_FOUND',
    });
    expect(log).toEqual([]);
  });

  test('given a resource that no other names, then no service is asked', async () => {
    const { beforeDelete, log } = open();
    await beforeDelete(find('notes'), 9, {}, call);
    expect(log).toEqual([]);
  });
});

describe('D13.9 (1) deleting a system', () => {
  const system = { kind: 'systems', id: 9, name: 'Site' };
  const known = {
    notifier: [
      { kind: 'webhook', id: 3, name: 'peopleCreated to https://a.example/' },
      { kind: 'publishedInboxApp', id: 4, name: 'Chat' },
    ],
    auth: [{ kind: 'oauthApp', id: 5, name: 'Dialer' }],
  };

  test('given webhooks, OAuth apps and published apps of it, then it is refused and lists them', async () => {
    const { releaseRecord, log } = open(known);
    const refused = await releaseRecord(system, 'system', false, call).catch((error: unknown) => error);
    expect(refused).toMatchObject({ reason: 'IN_USE', message: expect.stringContaining("webhook 'peopleCreated to") });
    expect(new Set((refused as { problems: object[] }).problems)).toEqual(new Set([...known.notifier, ...known.auth]));
    expect(log.filter((entry) => (entry as string[])[1] === 'delete')).toEqual([]);
  });

  test('given nothing of it, then it is allowed', async () => {
    await expect(open().releaseRecord(system, 'system', false, call)).resolves.toBeUndefined();
  });

  test('given force=true, then what belongs to it is deleted in every service', async () => {
    const { releaseRecord, log } = open(known);
    await releaseRecord(system, 'system', true, call);
    expect(log).toContainEqual(['auth', 'delete', system]);
    expect(log).toContainEqual(['notifier', 'delete', system]);
  });

  test.each([
    ['notifier', true],
    ['auth', true],
    ['notifier', false],
    ['auth', false],
  ])('given that %s does not answer, with force=%p, then nothing is deleted', async (service, force) => {
    const { releaseRecord, log } = open(known, { away: [service] });
    await expect(releaseRecord(system, 'system', force, call)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    expect(log.filter((entry) => (entry as string[])[1] === 'delete')).toEqual([]);
  });
});

describe('D13.3 declarations', () => {
  // Systems have no descriptor; their delete is an action.
  const named = new Set(allResources.flatMap(({ names = [] }) => names).filter((name) => name !== 'systems'));

  test.each([...named])('%s, which others name, can be deleted with force=true', (resource) => {
    expect(find(resource).options).toHaveProperty('force');
  });
});

describe('a reference to a record of another service', () => {
  const groups = find('groups');
  const write = (defaultPondId: number, id?: number) => ({
    record: { id: 0, version: 0, defaultPondId } as never,
    mask: ['defaultPondId'],
    ...(id !== undefined && { id }),
  });

  test('given an unknown pond, then the group is refused', async () => {
    const { beforeWrite } = open({}, { missing: [99] });
    await expect(beforeWrite(groups, write(99), call)).rejects.toMatchObject({
      reason: 'UNKNOWN_REFERENCE',
      message: "Field 'defaultPondId' refers to a pond that does not exist: 99.",
    });
  });

  test('given an existing pond, or the deleted pond that the group has already, then it is accepted', async () => {
    await open().beforeWrite(groups, write(7), call);
    await open({}, { missing: [5] }).beforeWrite(groups, write(5, 1), call);
  });
});

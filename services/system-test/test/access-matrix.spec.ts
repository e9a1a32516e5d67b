import { account, as, unique, type Client, type Reply } from '@porchlight/acceptance/src/client';
import { porchlightJson } from '@porchlight/acceptance/src/porchlight-command';
import type { RoleName } from '@porchlight/acceptance/src/stack-connection';
import type { Descriptor, Verb } from '@porchlight/resource';
import { clientWithKey, createKey, openAccount } from '../src/open-account';
import { registry } from '../src/system-test-registry';
import { createHolder, createRecord, findSample, type Holder } from '../src/record-samples';

/**
 * Role x operation x (own record, a colleague's, another account's) for every registered resource: the API behaves as
 * the roles and the visibility of the descriptor say (decisions section 3).
 */
const ROLES = ['owner', 'broker', 'agent', 'lender'] as const;
type MatrixRole = (typeof ROLES)[number];
const NAMES = { owner: 'Owner', broker: 'Broker', agent: 'Agent', agent2: 'Agent', lender: 'Lender' } as const;
/** Records that are part of the product: the same ids in every account, and no writes. */
const BUILT_IN = ['timeframes'];
/** Records that a new account has before the test's first one; an id above them exists only in the other account. */
const MAX_ID_ATTEMPTS = 50;

const holders = new Map<RoleName, Promise<Holder>>();
/** The user of account 1 with this role, and a person assigned to that user. */
const findHolder = (role: RoleName): Promise<Holder> => {
  const known = holders.get(role);
  if (known) return known;
  const { users } = account(1);
  const identity = { role, userId: users[role].id, ownerId: users.owner.id };
  const created = createHolder({ owner: as('owner'), client: as(role), ...identity });
  holders.set(role, created);
  // The next test tries again; otherwise all tests of this role fail with the first.
  created.catch(() => holders.delete(role));
  return created;
};

const formatPath = ({ path }: Descriptor, id?: number): string => `/v1/${path}${id === undefined ? '' : `/${id}`}`;

/** Creates a record of the holder: as the owner, or as the holder if only its creator sees it. */
const createSample = async (descriptor: Descriptor, holder: Holder, marker = unique()): Promise<number> => {
  const sample = findSample(descriptor);
  if (sample.create) return sample.create(holder, marker);
  const client = sample.ownOnly ? holder.client : holder.owner;
  return createRecord(client, formatPath(descriptor), await sample.body(holder, marker));
};

const sharedSamples = new Map<string, Promise<number>>();
/** A record of the holder that no test deletes. */
const findSharedSample = async (descriptor: Descriptor, role: RoleName): Promise<number> => {
  const key = `${descriptor.resource} of ${role}`;
  const created = sharedSamples.get(key) ?? findHolder(role).then((holder) => createSample(descriptor, holder));
  sharedSamples.set(key, created);
  created.catch(() => sharedSamples.delete(key));
  return created;
};

/** Deletes a webhook: an account has few per event. */
const deleteWebhook = async (descriptor: Descriptor, client: Client, id: number): Promise<void> => {
  if (descriptor.resource === 'webhooks') await client.delete(formatPath(descriptor, id));
};

const perform = async (client: Client, descriptor: Descriptor, verb: Verb, id: number): Promise<Reply> => {
  const path = formatPath(descriptor, id);
  if (verb === 'get') return client.get(path);
  if (verb === 'update') return client.put(path, findSample(descriptor).change?.(unique()) ?? {});
  if (verb === 'delete') return client.delete(path);
  return client.get(`${formatPath(descriptor)}?ids=${id}`);
};

const seesAll = (role: RoleName): boolean => role === 'owner' || role === 'broker';
const isDenied = ({ roles }: Descriptor, verb: Verb, role: RoleName): boolean => !roles[verb]?.includes(NAMES[role]);

/** Whether the descriptor lets a role reach a record of a user with the role `holder`. */
const canReach = (descriptor: Descriptor, role: RoleName, holder: RoleName): boolean => {
  if (descriptor.resource === 'notifications') return role === holder;
  if (findSample(descriptor).ownOnly) return role === holder || role === 'owner';
  return descriptor.visibility !== 'viewers' || seesAll(role) || role === holder;
};

/** Records that only their creator sees are created by a role that may create them. */
const chooseHolder = (descriptor: Descriptor, wanted: RoleName): RoleName => {
  const roles = descriptor.roles.create ?? ['Owner', 'Broker', 'Agent'];
  return findSample(descriptor).ownOnly && !roles.includes(NAMES[wanted]) ? 'agent2' : wanted;
};

/** A new account with a user of each role. Its ids are low, so that ids of account 2 are not ids of this account. */
const openStrangerAccount = async (): Promise<Record<MatrixRole, Omit<Holder, 'personId'>>> => {
  const { id, ownerId, owner } = await openAccount();
  await porchlightJson('account', 'limits', { account: id }, '--lift');
  const member = async (role: MatrixRole): Promise<Omit<Holder, 'personId'>> => {
    const created = await porchlightJson('user', 'create', {
      account: id,
      role: NAMES[role],
      'first-name': 'Sam',
      'last-name': 'Stranger',
      email: `${unique()}@example.com`,
    });
    const userId = created.userId as number;
    const client = clientWithKey(await createKey(id, userId));
    expect((await client.get('/v1/me')).body).toMatchObject({ id: userId, role: NAMES[role] });
    return { owner, client, role, userId, ownerId };
  };
  return {
    owner: { owner, client: owner, role: 'owner', userId: ownerId, ownerId },
    broker: await member('broker'),
    agent: await member('agent'),
    lender: await member('lender'),
  };
};

describe.each(registry.resources.map((descriptor) => [descriptor.resource, descriptor] as const))(
  '%s',
  (name, descriptor) => {
    const sample = findSample(descriptor);
    const verbs = descriptor.verbs.filter((verb) => verb !== 'create');

    it('has a sample', () => expect(sample).toBeDefined());

    describe.each(ROLES)('%s', (role) => {
      const client = as(role);

      it.each(verbs.flatMap((verb) => (['own', 'a colleague’s'] as const).map((whose) => [verb, whose] as const)))(
        '%s of %s',
        async (verb, whose) => {
          const holder = chooseHolder(descriptor, whose === 'own' ? role : 'agent2');
          const isDeleted =
            verb === 'delete' && canReach(descriptor, role, holder) && !isDenied(descriptor, verb, role);
          const id =
            isDeleted || descriptor.resource === 'webhooks'
              ? await createSample(descriptor, await findHolder(holder))
              : await findSharedSample(descriptor, holder);
          const reply = await perform(client, descriptor, verb, id);
          if (isDenied(descriptor, verb, role))
            expect(reply).toMatchObject({ status: 403, body: { errorCode: 'FORBIDDEN' } });
          else if (verb === 'list') {
            const total = canReach(descriptor, role, holder) ? 1 : 0;
            expect(reply).toMatchObject({ status: 200, body: { _metadata: { total } } });
            expect(reply.body[descriptor.collection]).toHaveLength(total);
          } else
            expect([reply.status, reply.body]).toEqual(
              !canReach(descriptor, role, holder)
                ? [404, expect.anything()]
                : verb === 'delete' && descriptor.deleteResponse === 'none'
                  ? [204, undefined]
                  : [200, expect.anything()],
            );
          await deleteWebhook(descriptor, as('owner'), id);
        },
      );

      if (descriptor.verbs.includes('create'))
        it.each(['own', 'a colleague’s'] as const)('create for %s', async (whose) => {
          const holder = await findHolder(whose === 'own' ? role : 'agent2');
          const reply = await client.post(formatPath(descriptor), await sample.body(holder, unique()));
          const refused = sample.refusedPerson ?? sample.refusedRecord;
          const isHidden = refused !== undefined && whose !== 'own' && !seesAll(role);
          if (isDenied(descriptor, 'create', role)) expect(reply.status).toBe(403);
          else
            expect([reply.status, reply.body]).toEqual([
              isHidden ? refused : (sample.createdStatus ?? 201),
              expect.anything(),
            ]);
          if (reply.status === 201) await deleteWebhook(descriptor, as('owner'), reply.body.id as number);
        });
    });
  },
);

describe('across accounts', () => {
  const victim = as('owner', 2);
  let strangers: Awaited<ReturnType<typeof openStrangerAccount>>;
  let victimHolder: Holder;
  beforeAll(async () => {
    strangers = await openStrangerAccount();
    const ownerId = account(2).users.owner.id;
    const identity = { role: 'owner', userId: ownerId, ownerId } as const;
    do victimHolder = await createHolder({ owner: victim, client: victim, ...identity });
    while ((await strangers.owner.client.get(`/v1/people/${victimHolder.personId}`)).status !== 404);
  });

  /** Reads a record as its owner: by id, or by a list where the resource has no read by id. */
  const readRecord = (client: Client, descriptor: Descriptor, id: number): Promise<Reply> =>
    perform(client, descriptor, descriptor.verbs.includes('get') ? 'get' : 'list', id);

  /** Creates a record of account 2 whose id no record of the strangers' account has. */
  const createVictim = async (descriptor: Descriptor): Promise<number> => {
    for (let attempt = 1; attempt <= MAX_ID_ATTEMPTS; attempt++) {
      const id = await createSample(descriptor, victimHolder);
      const { status, body } = await readRecord(strangers.owner.client, descriptor, id);
      if (status === 404 || (status === 200 && body._metadata?.total === 0)) return id;
      await deleteWebhook(descriptor, victim, id);
    }
    throw new Error(`No id of ${descriptor.resource} exists in the other account only.`);
  };

  describe.each(
    registry.resources
      .filter(({ resource }) => !BUILT_IN.includes(resource))
      .map((descriptor) => [descriptor.resource, descriptor] as const),
  )('%s', (_name, descriptor) => {
    const { refusedPerson, refusedRecord, body } = findSample(descriptor);
    const refused = refusedPerson ?? refusedRecord;
    let id: number;
    beforeAll(async () => void (id = await createVictim(descriptor)));
    afterAll(() => deleteWebhook(descriptor, victim, id));

    it.each(
      ROLES.flatMap((role) =>
        descriptor.verbs.filter((verb) => verb !== 'create').map((verb) => [role, verb] as const),
      ),
    )('given an id of another account, when the %s calls %s, then nothing is read or changed', async (role, verb) => {
      const before = await readRecord(victim, descriptor, id);
      const found = descriptor.verbs.includes('get') ? { id } : { _metadata: { total: 1 } };
      expect(before).toMatchObject({ status: 200, body: found });
      const reply = await perform(strangers[role].client, descriptor, verb, id);
      if (isDenied(descriptor, verb, role))
        expect(reply).toMatchObject({ status: 403, body: { errorCode: 'FORBIDDEN' } });
      else if (verb === 'list')
        expect(reply).toMatchObject({ status: 200, body: { _metadata: { total: 0 }, [descriptor.collection]: [] } });
      else expect(reply).toMatchObject({ status: 404, body: { errorCode: expect.any(String) } });
      expect((await readRecord(victim, descriptor, id)).body).toEqual(before.body);
    });

    if (refused !== undefined)
      it.each(ROLES)(
        'given a person, note or deal of another account, when the %s creates a record for it, then it is refused',
        async (role) => {
          const ofPerson = 'personId' in (descriptor.filters ?? {}) ? `?personId=${victimHolder.personId}` : '';
          const list = `${formatPath(descriptor)}${ofPerson}`;
          const before = await victim.get(list);
          expect(before.status).toBe(200);
          const holder =
            refusedPerson === undefined ? victimHolder : { ...strangers[role], personId: victimHolder.personId };
          const reply = await strangers[role].client.post(formatPath(descriptor), await body(holder, unique()));
          expect(reply.status).toBe(isDenied(descriptor, 'create', role) ? 403 : refused);
          expect((await victim.get(list)).body).toEqual(before.body);
        },
      );
  });
});

import { allResources } from '@porchlight/contracts';
import type { Descriptor, Verb } from '@porchlight/resource';
import { account, as, unique, type Client, type Reply } from '@porchlight/acceptance/src/client';
import type { RoleName } from '@porchlight/acceptance/src/connection';
import { RECORD_SAMPLES, type Holder, type RecordSample } from '../src/record-samples';

/**
 * Role x operation x (own, a colleague's, another account's), from the registry: what the roles table and the
 * visibility of each descriptor say is what the API does. A new resource is in it as soon as it is registered
 * (decisions section 3).
 */
const ROLES: readonly RoleName[] = ['owner', 'broker', 'agent', 'lender'];
const NAMES = { owner: 'Owner', broker: 'Broker', agent: 'Agent', agent2: 'Agent', lender: 'Lender' } as const;

const holders = new Map<string, Promise<Holder>>();
/** A user with a person who is theirs. */
const holderOf = (role: RoleName, accountId = 1): Promise<Holder> => {
  const key = `${accountId}:${role}`;
  const known = holders.get(key);
  if (known) return known;
  const userId = account(accountId).users[role].id;
  const assigned = role === 'lender' ? { assignedLenderId: userId } : { assignedUserId: userId };
  const created = as('owner', accountId)
    .post('/v1/people', { firstName: unique(), ...assigned })
    .then((reply) => {
      if (reply.status !== 201) throw new Error(`The person of ${key}: ${reply.status} ${JSON.stringify(reply.body)}`);
      return { accountId, role, userId, personId: reply.body.id as number };
    });
  holders.set(key, created);
  // A request that failed is repeated by the next test; otherwise all tests of this role fail with it.
  created.catch(() => holders.delete(key));
  return created;
};

const pathOf = ({ path }: Descriptor): string => `/v1/${path}`;

/** Makes a record of the holder's: by the owner, or by the holder where it is shown to its maker alone. */
const make = async (
  descriptor: Descriptor,
  sample: RecordSample,
  holder: Holder,
  marker = unique(),
): Promise<number> => {
  if (sample.make) return sample.make(holder, marker);
  const maker = sample.ownOnly ? as(holder.role, holder.accountId) : as('owner', holder.accountId);
  const reply = await maker.post(pathOf(descriptor), await sample.body(holder, marker));
  if (reply.status !== 201) throw new Error(`${descriptor.resource}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body.id as number;
};

/** Webhooks are few per event; what is made here does not stay. */
const clear = async (descriptor: Descriptor, id: number): Promise<void> => {
  if (descriptor.resource === 'webhooks') await as('owner').delete(`${pathOf(descriptor)}/${id}`);
};

const perform = async (
  client: Client,
  descriptor: Descriptor,
  sample: RecordSample,
  verb: Verb,
  id: number,
): Promise<Reply> => {
  const at = `${pathOf(descriptor)}/${id}`;
  if (verb === 'get') return client.get(at);
  if (verb === 'update') return client.put(at, sample.change?.(unique()) ?? {});
  if (verb === 'delete') return client.delete(at);
  return client.get(`${pathOf(descriptor)}?ids=${id}`);
};

const seesAll = (role: RoleName): boolean => role === 'owner' || role === 'broker';

/** What the roles table and the visibility say. */
const mayReach = (descriptor: Descriptor, sample: RecordSample, role: RoleName, whose: RoleName): boolean => {
  if (descriptor.resource === 'notifications') return role === whose;
  if (sample.ownOnly) return role === whose || role === 'owner';
  return descriptor.visibility === 'account' || seesAll(role) || role === whose;
};

const maker = (descriptor: Descriptor, sample: RecordSample, wanted: RoleName): RoleName => {
  // What is its maker's alone must be made by one who may make it; lenders are not told of leads.
  const roles = descriptor.roles.create ?? ['Owner', 'Broker', 'Agent'];
  return sample.ownOnly && !roles.includes(NAMES[wanted]) ? 'agent2' : wanted;
};

describe.each(allResources.map((descriptor) => [descriptor.resource, descriptor] as const))(
  '%s',
  (name, descriptor) => {
    const sample = RECORD_SAMPLES[name] as RecordSample;
    const closed = (verb: Verb, role: RoleName): boolean => !descriptor.roles[verb]?.includes(NAMES[role]);
    const reading = descriptor.verbs.filter((verb) => verb !== 'create');

    it('has a sample', () => expect(sample).toBeDefined());

    describe.each(ROLES)('%s', (role) => {
      const client = as(role);

      it.each(reading.flatMap((verb) => (['own', 'a colleague’s'] as const).map((whose) => [verb, whose] as const)))(
        '%s of %s',
        async (verb, whose) => {
          const holder = maker(descriptor, sample, whose === 'own' ? role : 'agent2');
          const id = await make(descriptor, sample, await holderOf(holder));
          const reply = await perform(client, descriptor, sample, verb, id);
          if (closed(verb, role)) expect(reply).toMatchObject({ status: 403, body: { errorCode: 'FORBIDDEN' } });
          else if (verb === 'list') {
            const total = mayReach(descriptor, sample, role, holder) ? 1 : 0;
            expect(reply).toMatchObject({ status: 200, body: { _metadata: { total } } });
            expect(reply.body[descriptor.collection]).toHaveLength(total);
          } else
            expect([reply.status, reply.body]).toEqual([
              mayReach(descriptor, sample, role, holder) ? 200 : 404,
              expect.anything(),
            ]);
          await clear(descriptor, id);
        },
      );

      if (descriptor.verbs.includes('create'))
        it.each(['own', 'a colleague’s'] as const)('create for %s', async (whose) => {
          const holder = await holderOf(whose === 'own' ? role : 'agent2');
          const reply = await client.post(pathOf(descriptor), await sample.body(holder, unique()));
          const foreign = sample.refusedPerson !== undefined && whose !== 'own' && !seesAll(role);
          if (closed('create', role)) expect(reply.status).toBe(403);
          else
            expect([reply.status, reply.body]).toEqual([
              foreign ? sample.refusedPerson : (sample.taken ?? 201),
              expect.anything(),
            ]);
          if (reply.status === 201) await clear(descriptor, reply.body.id as number);
        });

      it('reaches nothing of another account', async () => {
        const marker = unique();
        const other = await holderOf('owner', 2);
        const id = await make(descriptor, sample, other, marker);
        const theirs = `${pathOf(descriptor)}/${id}`;
        const asked = descriptor.verbs.includes('get') ? theirs : `${pathOf(descriptor)}?ids=${id}`;
        const before = await as('owner', 2).get(asked);
        for (const verb of reading) {
          if (verb === 'delete' || verb === 'update') continue;
          const reply = await perform(client, descriptor, sample, verb, id);
          if (name !== 'timeframes') expect(JSON.stringify(reply.body)).not.toContain(marker);
        }
        // The number may be one of this account's own records; only where it is none a write can be tried without harm.
        if (
          descriptor.verbs.includes('get') &&
          (await as('owner').get(theirs)).status === 404 &&
          (await client.get(theirs)).status === 404
        )
          for (const verb of reading)
            if (!closed(verb, role) && (verb === 'delete' || verb === 'update'))
              expect((await perform(client, descriptor, sample, verb, id)).status).toBe(404);
        expect((await as('owner', 2).get(asked)).body).toEqual(before.body);
        expect(before.status).toBe(200);
        if (name === 'webhooks') await as('owner', 2).delete(theirs);
      });
    });
  },
);

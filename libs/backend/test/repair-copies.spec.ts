import { Group, groups, User, users } from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import { createIds, createManualClock, createMetrics } from '@porchlight/runtime';
import { column, inAllAccounts } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { captureLogger } from '@porchlight/testkit';
import { createOpenJobs, defineCopy, openCopies, repairCopies, ROLLING_UPDATE_MS, type Originals } from '../src';

const userCopy = defineCopy(users, {
  message: User,
  collection: 'users',
  columns: { name: column.text },
  pick: ({ name = '' }: User) => ({ name }),
});
/** The kind of copy that the new version adds. */
const groupCopy = defineCopy(groups, {
  message: Group,
  collection: 'groups',
  columns: { name: column.text },
  pick: ({ name = '' }: Group) => ({ name }),
});

const NEVER = new AbortController().signal;
/** Accounts with copies of users, one of them with more than a batch of the migration. */
const ACCOUNTS = [7, 8];
const MANY_USERS = 501;
const userDocument = (accountId: number, id: number) => ({
  ...{ _id: userCopy.key(accountId, id), accountId },
  ...{ version: 1, name: 'Ann' },
});

/** Each account has this group. */
const GROUP: Group = { ...Group.decode(new Uint8Array()), id: 3, version: 2, name: 'Sales' };
const originals: Originals = {
  page: async ({ resource }, { after }) => (resource === 'groups' && after === 0 ? [GROUP] : []) as never,
  byIds: async ({ resource }, { ids }) => (resource === 'groups' ? [GROUP] : ids.map((id) => ({ id }))) as never,
  close: async () => undefined,
};

/** `migrations` of a service lists the repair of all copies once. */
const openService = async () => {
  const clock = createManualClock();
  const store = await openLoneStore({
    service: 'people',
    clock,
    migrations: repairCopies('replace-copies', { users: userCopy, groups: groupCopy }, clock),
  });
  const { logger } = captureLogger({ service: 'people', level: 'fatal' });
  const metrics = createMetrics({ service: 'people', processMetrics: false });
  const openJobs = createOpenJobs({ store, clock, ids: createIds({ clock }), logger, metrics });
  const rpc: Pick<RpcServer, 'add'> = { add: () => undefined };
  const copies = openCopies({ users: userCopy, groups: groupCopy }, { store, clock, openJobs, originals, rpc });
  await store
    .collection('users', userCopy.schema)
    .insertMany([
      ...Array.from({ length: MANY_USERS }, (_, at) => userDocument(ACCOUNTS[0]!, at + 1)),
      userDocument(ACCOUNTS[1]!, 1),
    ]);
  return { clock, store, copies };
};

describe('D13.3 a new kind of copy', () => {
  it('given accounts with copies of users, when it is migrated, then each account gets the new copies', async () => {
    const { clock, store, copies } = await openService();
    await store.prepare();
    const worker = copies.repairs.createWorker();
    expect(await worker.look(NEVER)).toBe(false);
    clock.advance(ROLLING_UPDATE_MS);
    while (await worker.look(NEVER));
    const stored = await store.collection('groups', groupCopy.schema).find(inAllAccounts({}), { limit: 10 });
    expect(stored).toEqual(
      ACCOUNTS.map((accountId) => ({ _id: groupCopy.key(accountId, 3), accountId, version: 2, name: 'Sales' })),
    );
    await store.stop(AbortSignal.timeout(1_000));
  });

  it('given no copies of users, then it is refused, because it would find no accounts', () => {
    expect(() => repairCopies('new-groups', { groups: groupCopy }, createManualClock())).toThrow(
      'pass all copies of the service',
    );
  });
});

import { refuse } from '@porchlight/errors';
import { createManualClock } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import { expectRefusal, randomAccountId, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { openProcess } from '../../test/process';
import type { UserDocument } from '../users';
import {
  finishStoredTransfer,
  finishTransfer,
  transferFinish,
  type TransferDocument,
  type Transfers,
} from './finish-transfer';

const signal = (): AbortSignal => AbortSignal.timeout(20_000);

let database: TestDatabase;
/** Two processes of the service. */
let here: Transfers;
let there: Transfers;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await startDatabase();
  const uri = database.uri('auth_process');
  const [first, second] = [await openProcess({ uri }), await openProcess({ uri })];
  stops.push(first.stop, second.stop);
  [here, there] = [first.parts, second.parts];
});

afterAll(async () => {
  for (const stop of stops) await stop();
  await database.stop();
});

/** An account with three users; user 1 is the owner. */
const newAccount = async () => {
  const accountId = randomAccountId();
  const call = systemCall(accountId, signal());
  for (const [role, email] of [
    ['Owner', 'a@example.com'],
    ['Agent', 'b@example.com'],
    ['Agent', 'c@example.com'],
  ] as const) {
    const names = { firstName: role, lastName: '', name: role, nameKey: role.toLowerCase() };
    await here.users.insert(call, {
      ...names,
      email,
      emailKey: email,
      role,
      status: 'Active',
      timezone: 'UTC',
      isOwner: role === 'Owner',
    });
  }
  let drawn = 0;
  /** A transfer that was stored and has not made progress. */
  const begin = async (from: number, to: number): Promise<TransferDocument> => {
    const transfer = { _id: accountId, transferId: `${accountId}-${++drawn}`, from, to };
    expect(await here.transfers.insertMany([transfer])).toEqual([]);
    return transfer;
  };
  return {
    begin,
    transfer: async (from: number, to: number) => finishTransfer(here, await begin(from, to), signal()),
    modify: (id: number, change: Partial<UserDocument>) =>
      here.users.modify(call, id, (before) => ({ ...before, ...change })),
    roles: async () => Promise.all([1, 2, 3].map(async (id) => (await here.users.load(call, id))?.role)),
    owners: async () => (await here.users.find(call, {}, 10)).filter(({ isOwner }) => isOwner).map(({ id }) => id),
    /** A step of the job of another process; a failed one is repeated later. */
    finish: (parts: Transfers) => finishStoredTransfer(parts, accountId, signal()).catch(() => false),
    pending: () => here.transfers.findOne({ _id: accountId }),
  };
};

/**
 * A process whose first write of one user is reported as failed and is carried out later, when the test releases it.
 */
const withLateWrite = (of: Transfers, late: number) => {
  let letGo: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (letGo = resolve));
  let landed: Promise<unknown> | undefined;
  const modify: Transfers['users']['modify'] = (call, id, change, options) => {
    if (id !== late || landed) return of.users.modify(call, id, change, options);
    return new Promise((_resolve, reject) => {
      const write = there.users.modify(
        call,
        id,
        async (before) => {
          const after = await change(before);
          reject(refuse('UNAVAILABLE'));
          await until;
          return after;
        },
        options,
      );
      landed = write.catch(() => undefined);
    });
  };
  const parts: Transfers = { ...of, users: { ...of.users, modify } };
  return { parts, land: async () => (letGo(), await landed) };
};

type Operation = () => Promise<unknown>;

/** The same, with each operation wrapped by `around`. */
const around = <T extends object>(
  target: T,
  carryOut: (operation: Operation, name: string, given: readonly unknown[]) => Promise<unknown>,
): T =>
  new Proxy(target, {
    get:
      (object, name) =>
      (...given: unknown[]) =>
        carryOut(
          async () => (object[name as keyof T] as (...all: unknown[]) => unknown)(...given),
          String(name),
          given,
        ),
  });

/**
 * A process whose nth operation fails, before or after (`done`) it was carried out. With `ends` all later ones fail
 * too.
 */
const failingAt = (of: Transfers, nth: number, done: boolean, ends: boolean): Transfers => {
  let count = 0;
  const failing = async (operation: Operation): Promise<unknown> => {
    const mine = ++count;
    if ((ends && mine > nth) || (mine === nth && !done)) throw refuse('UNAVAILABLE');
    const answer = await operation();
    if (mine === nth) throw refuse('UNAVAILABLE');
    return answer;
  };
  return { users: around(of.users, failing), transfers: around(of.transfers, failing) };
};

describe('a transfer of ownership that was interrupted', () => {
  it('given a crash at any operation, then it is finished once', async () => {
    for (let nth = 1, whole = false; !whole; nth++)
      for (const done of [false, true]) {
        const account = await newAccount();
        const transfer = await account.begin(1, 2);
        whole = await finishTransfer(failingAt(here, nth, done, true), transfer, signal()).then(
          () => true,
          () => false,
        );
        await account.finish(there);
        await finishTransfer(here, transfer, signal()).catch(() => undefined);
        expect([nth, done, await account.roles()]).toEqual([nth, done, ['Broker', 'Owner', 'Agent']]);
        expect(await account.pending()).toBeNull();
        expect(nth).toBeLessThan(20);
      }
  });

  it('given a failure of any operation, then it is finished or cancelled', async () => {
    for (let nth = 1; nth <= 8; nth++)
      for (const done of [false, true]) {
        const account = await newAccount();
        await finishTransfer(failingAt(here, nth, done, false), await account.begin(1, 2), signal()).catch(
          () => undefined,
        );
        await account.finish(there);
        expect([
          ['Broker', 'Owner', 'Agent'],
          ['Owner', 'Agent', 'Agent'],
        ]).toContainEqual(await account.roles());
        expect(await account.pending()).toBeNull();
      }
  });

  it('given that the new owner was disabled, then it is cancelled, also after a crash of the cancellation', async () => {
    for (let nth = 1, whole = false; !whole; nth++)
      for (const done of [false, true]) {
        const account = await newAccount();
        const transfer = await account.begin(1, 2);
        await account.modify(2, { status: 'Disabled' });
        const failure: unknown = await finishTransfer(failingAt(here, nth, done, true), transfer, signal()).catch(
          (error: unknown) => error,
        );
        whole = (failure as { reason?: string }).reason === 'UNKNOWN_REFERENCE';
        await account.finish(there);
        expect([nth, done, await account.roles()]).toEqual([nth, done, ['Owner', 'Agent', 'Agent']]);
        expect(await account.pending()).toBeNull();
        expect(nth).toBeLessThan(20);
      }
  });

  it('given a transfer that cannot be finished, then it stays until it can', async () => {
    const account = await newAccount();
    const transfer = await account.begin(1, 2);
    const transfers = around(here.transfers, async (operation, name) => {
      if (name === 'deleteOne') throw refuse('UNAVAILABLE');
      return operation();
    });
    await account.finish({ users: here.users, transfers });
    expect(await account.pending()).toMatchObject(transfer);
    await account.finish(here);
    expect(await account.pending()).toBeNull();
  });
});

describe('the job of a transfer', () => {
  const clock = createManualClock(1_000_000);
  const step = (accountId: number) =>
    transferFinish.step({ ...here, clock })({
      job: { accountId, key: {}, data: {}, added: new Date(1_000_000), tries: 1 },
      call: systemCall(accountId, signal()),
    });

  it('given an interrupted transfer, when a step runs, then the transfer and the job are finished', async () => {
    const account = await newAccount();
    const { _id: accountId } = await account.begin(1, 2);
    expect(await step(accountId)).toEqual({ outcome: 'done' });
    expect(await account.owners()).toEqual([2]);
  });

  it('given no transfer yet, when a step runs, then the job waits a minute for it and then ends', async () => {
    const accountId = randomAccountId();
    expect(await step(accountId)).toEqual({ outcome: 'again', after: '60000ms' });
    clock.advance(60_001);
    expect(await step(accountId)).toEqual({ outcome: 'done' });
  });
});

describe('a late write of a transfer, after another one began', () => {
  it('creates no second owner', async () => {
    const account = await newAccount();
    const first = withLateWrite(here, 2);
    const lost = await account.begin(1, 2);
    await expectRefusal(finishTransfer(first.parts, lost, signal()), 'UNAVAILABLE');
    expect(await account.pending()).toBeNull();
    await account.transfer(1, 3);
    await first.land();
    expect(await account.owners()).toEqual([3]);
    expect(await account.roles()).toEqual(['Broker', 'Agent', 'Owner']);
  });

  it('given a cancelled transfer, then it changes nothing', async () => {
    const account = await newAccount();
    const first = withLateWrite(here, 2);
    await expectRefusal(finishTransfer(first.parts, await account.begin(1, 2), signal()), 'UNAVAILABLE');
    await first.land();
    expect(await account.owners()).toEqual([1]);
  });

  it('given that the former owner is the owner again, then the ownership stays', async () => {
    const account = await newAccount();
    const first = withLateWrite(here, 1);
    const lost = await account.begin(1, 2);
    await expectRefusal(finishTransfer(first.parts, lost, signal()), 'UNAVAILABLE');
    await account.finish(here);
    await account.transfer(2, 1);
    await first.land();
    expect(await account.owners()).toEqual([1]);
  });

  it('given a late write of the transfer itself, then a user who is no longer the owner transfers nothing', async () => {
    const account = await newAccount();
    await account.transfer(1, 3);
    await account.begin(1, 2);
    await account.finish(here);
    expect(await account.owners()).toEqual([3]);
    expect(await account.pending()).toBeNull();
  });

  it('does not finish the other transfer', async () => {
    const account = await newAccount();
    const first = await account.begin(1, 2);
    await finishTransfer(here, first, signal());
    const second = await account.begin(2, 3);
    await finishTransfer(there, first, signal());
    expect(await account.pending()).toEqual({ ...second, accountId: second._id });
    await account.finish(here);
    expect(await account.owners()).toEqual([3]);
  });
});

import { createManualClock } from '@porchlight/runtime';
import { composeKey, inAllAccounts, systemCall, type Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { randomAccountId } from '@porchlight/testkit';
import { openCopy, type Originals } from '@porchlight/backend';
import { personCopy } from '../src/copies/marketing-copies';
import { migrations as serviceMigrations } from '../src/migrations/marketing-migrations';
import { migrateOptOuts } from '../src/suppressions/migrate-opt-outs';
import { formerOptOutJob, formerOptOutSchema } from '../src/suppressions/former-opt-outs';
import { openLoneSuppressions } from './lone-suppressions';

const NEVER = new AbortController().signal;
const clock = createManualClock(Date.UTC(2026, 4, 1));
const immortal = <T extends object>(target: T): T => target;

/** A database as the version before left it, and the service of this version on it. */
const openFormer = async () => {
  const accountId = randomAccountId();
  const names = /suppress|former/;
  const optOuts = migrateOptOuts((account, requests, signal) =>
    world.suppressed.suppress(systemCall(account, signal), requests),
  );
  const migrations = [...serviceMigrations, ...optOuts].filter(({ name }) => names.test(name));
  const store: Store = await openLoneStore({ service: 'marketing', clock, migrations });
  const people = openCopy(personCopy, { store, clock, originals: {} as Originals });
  const world = openLoneSuppressions(store, clock).startProcess(immortal);
  const formerOptOuts = store.collection('unsubscribes', formerOptOutSchema);
  /** A person whose emails the version before marked. */
  const savePerson = (personId: number, emails: readonly { value: string; status: string }[]) =>
    store.collection<any>('people').insertOne({
      _id: composeKey(accountId, personId),
      accountId,
      personId,
      version: 1,
      name: 'N',
      firstName: '',
      lastName: '',
      emails,
      emailKeys: [],
      phones: [],
      addresses: [],
      source: '',
      viewers: [],
    });
  const listSuppressed = async () => {
    const suppressions = await world.suppressions.find(systemCall(accountId, NEVER), {}, 100);
    return suppressions.map(({ address, reason, source }) => [address, reason, source]).sort();
  };
  /** Runs the steps of the job to the end of a round. */
  const runRound = async () => {
    const step = formerOptOutJob.step({ formerOptOuts, people, suppressed: world.suppressed });
    let data = { phase: 'emEvents' as 'emEvents' | 'leads', after: '', round: 1 };
    for (let steps = 0; steps < 20; steps++) {
      const job = { accountId, key: { version: '1' }, data, added: clock.date(), tries: 1 };
      const result = await step({ job, call: systemCall(accountId, NEVER) });
      if (result.outcome === 'done' || result.after !== undefined) return;
      data = { ...data, ...result.data };
    }
    throw new Error('The round has no end.');
  };
  return { accountId, store, people, formerOptOuts, savePerson, listSuppressed, runRound, ...world };
};

describe('D13.4 opt-outs of people from before addresses of the account were suppressed', () => {
  it('given opt-outs of email events and of leads, when the database is migrated, then each address is suppressed', async () => {
    const { accountId, store, formerOptOuts, savePerson, listSuppressed } = await openFormer();
    await formerOptOuts.insertMany([
      { _id: `${accountId}:1:ann@x.example`, accountId },
      { _id: `${accountId}:2:bo@x.example`, accountId },
      { _id: 'damaged', accountId },
    ]);
    await savePerson(3, [
      { value: 'cy@x.example', status: 'Unsubscribed' },
      { value: 'di@x.example', status: '' },
    ]);
    await store.prepare();
    expect(await listSuppressed()).toEqual([
      ['ann@x.example', 'unsubscribed', 'emEvent'],
      ['bo@x.example', 'unsubscribed', 'emEvent'],
      ['cy@x.example', 'unsubscribed', 'event'],
    ]);
    expect(await formerOptOuts.find(inAllAccounts({}), { limit: 9 })).toEqual([]);
    await store.stop(AbortSignal.timeout(1_000));
  });

  it('given an old process that opts out during the rolling update, when the job runs, then the address is suppressed', async () => {
    const { accountId, store, formerOptOuts, savePerson, listSuppressed, runRound } = await openFormer();
    await savePerson(1, []);
    await store.prepare();
    expect(await store.collection<any>('formerOptOutJobs').find({ accountId }, { limit: 9 })).toMatchObject([
      { data: { phase: 'emEvents', round: 1 }, dueAt: expect.any(Date) },
    ]);
    await formerOptOuts.insertMany([{ _id: `${accountId}:1:late@x.example`, accountId }]);
    await savePerson(2, [{ value: 'lead@x.example', status: 'Unsubscribed' }]);
    await runRound();
    expect(await listSuppressed()).toEqual([
      ['late@x.example', 'unsubscribed', 'emEvent'],
      ['lead@x.example', 'unsubscribed', 'event'],
    ]);
    await store.stop(AbortSignal.timeout(1_000));
  });

  it('given an address that was opted in again, when the job finds its former mark, then the address stays free', async () => {
    const { accountId, store, savePerson, suppressed, suppressions, optIns, listSuppressed, runRound } =
      await openFormer();
    await store.prepare();
    const call = systemCall(accountId, NEVER);
    await suppressed.suppress(call, [{ address: 'ann@x.example', reason: 'unsubscribed', source: 'event' }]);
    const [suppression] = await suppressions.find(call, {}, 1);
    await optIns.record(accountId, suppression!.addressHash, clock.date());
    await suppressions.remove(call, suppression!.id);
    await savePerson(1, [{ value: 'ann@x.example', status: 'Unsubscribed' }]);
    await runRound();
    expect(await listSuppressed()).toEqual([]);
    await store.stop(AbortSignal.timeout(1_000));
  });
});

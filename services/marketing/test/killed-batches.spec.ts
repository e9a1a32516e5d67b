import { createCopyWaits, openCopy, type Originals } from '@porchlight/backend';
import { Change, emEvents, type EmEvent } from '@porchlight/contracts';
import { createIds, createManualClock, type ManualClock } from '@porchlight/runtime';
import {
  composeKey,
  type DocumentCollection,
  type PendingChange,
  type ResourceStore,
  type Store,
  type StoreCall,
} from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { dieAt, randomAccountId } from '@porchlight/testkit';
import { createRecordedMails } from '../src/email-events/recorded-mails';
import { createEventBatchStore } from '../src/email-events/event-batch';
import type { EventParts } from '../src/email-events/event-parts';
import { createEventStore } from '../src/email-events/email-event-store';
import { createEventRows } from '../src/email-events/event-rows';
import { inquiryCopy, personCopy } from '../src/copies/marketing-copies';
import {
  createRowStrategy,
  type EventRow,
  eventRowColumns,
  ROW_INDEXES,
} from '../src/email-events/event-rows-strategy';
import type { StoredEvent } from '../src/email-events/stored-event';
import { createBatchIds } from '../src/email-events/batch-ids';
import { createBatchIntake, type BatchIntake } from '../src/email-events/batch-intake';
import { recordEmEvents } from '../src/email-events/record-email-events';
import { createBatchResumer, createFinishedBatches, type BatchResumer } from '../src/email-events/resume-batches';

const NEVER = new AbortController().signal;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };

/** A process: everything it does with the database goes through `collection`, and its messages through `publish`. */
const startProcess = (
  store: Store,
  rows: ResourceStore<EmEvent, EventRow>,
  clock: ManualClock,
  published: PendingChange[],
  collection: <T extends { _id: string | number }>(name: string) => DocumentCollection<T>,
) => {
  const ids = createIds({ clock });
  const ledger = createEventStore(collection('emEventLog'), collection('emSums'), collection('emEventIds'));
  const copyOptions = { store: { collection } as Pick<Store, 'collection'>, clock, originals: {} as Originals };
  const people = openCopy(personCopy, copyOptions);
  const batchStore = createEventBatchStore(collection('emBatches'));
  const finished = createFinishedBatches(clock);
  const batchIds = createBatchIds({ clock, ids, floor: () => finished.floor() });
  const parts = {
    people,
    ledger,
    batchStore,
    clock,
    ids,
    logger: quiet,
    keyedRows: createEventRows(collection('emEvents'), clock),
    inquiries: openCopy(inquiryCopy, copyOptions),
    suppressed: { suppress: async () => new Map() },
    optIns: { find: async () => new Map() },
    hashAddress: (accountId: number, address: string) => `${accountId}:${address}`,
    rows,
    batchIds,
    publish: async (changes: readonly PendingChange[]) => void published.push(...changes),
    recordedMails: createRecordedMails(collection('planMails')),
    users: { byIds: async () => [] },
    copyWaits: createCopyWaits({ kinds: [] }),
    copyLagMs: () => 0,
  } as unknown as EventParts;
  const intake: BatchIntake = createBatchIntake(parts);
  const resumer: BatchResumer = createBatchResumer({ ...parts, finished }, intake, async () => true);
  const record = recordEmEvents({
    ...parts,
    intake,
    findCampaigns: async (_call, ids) => new Set(ids),
    suppressRecipients: async () => undefined,
    recheck: { schedule: () => undefined, notify: () => undefined, run: async () => undefined },
  });
  return { record, intake, resumer, people, move: intake.moveHistory, batchStore };
};

describe('a process that is killed at any point', () => {
  let store: Store;
  let rows: ResourceStore<EmEvent, EventRow>;
  const clock = createManualClock(Date.UTC(2026, 4, 1));

  beforeAll(async () => {
    store = await openLoneStore({ service: 'marketing', clock });
    rows = store.resource({
      descriptor: emEvents,
      columns: eventRowColumns,
      strategy: createRowStrategy(async () => new Map()),
      indexes: ROW_INDEXES,
    });
    await store.start();
  });
  afterAll(() => store.stop(AbortSignal.timeout(5_000)));

  const event = (type: string, recipient: string, second: number) => ({
    type,
    recipient,
    campaignId: 1,
    occurred: new Date(Date.UTC(2026, 3, 1, 0, 0, second)),
    userId: undefined,
    url: undefined,
  });
  const BEFORE = [event('delivered', 'a@x.y', 1), event('open', 'a@x.y', 2)];
  const SENT = [
    event('delivered', 'a@x.y', 3),
    event('delivered', 'a@x.y', 4),
    event('delivered', 'b@x.y', 3),
    event('open', 'a@x.y', 5),
    event('open', 'a@x.y', 2),
    event('unsubscribe', 'b@x.y', 6),
  ];

  const open = (name: string) => store.collection<any>(name);
  const people = (accountId: number) =>
    [1, 2].map((personId) => ({
      _id: composeKey(accountId, personId),
      accountId,
      personId,
      version: 1,
      name: '',
      firstName: '',
      lastName: '',
      emails: [],
      emailKeys: [personId === 1 ? 'a@x.y' : 'b@x.y'],
      phones: [],
      addresses: [],
      source: '',
      stage: '',
      viewers: [],
      deleted: false,
    }));

  /** Every sum equals the stored events, and all changes were published. */
  const expectExact = async (accountId: number, published: readonly PendingChange[]) => {
    const stored: StoredEvent[] = await open('emEventLog').find({ accountId }, { limit: 100 });
    const counted = new Map<string, number>();
    for (const { personId, campaignId, type } of stored) {
      const key = `${personId}:${campaignId}:${type}`;
      counted.set(key, (counted.get(key) ?? 0) + 1);
    }
    const rows: { key: string; count: number }[] = await open('emEvents').find(
      { accountId, id: { $gt: 0 } },
      { limit: 100 },
    );
    expect(new Map(rows.map(({ key, count }) => [key, count]))).toEqual(counted);
    const delivered = (personId: number) =>
      stored.filter((one) => one.personId === personId && one.type === 'delivered').length;
    const sums: { personId: number; sent: number }[] = await open('emSums').find({ accountId }, { limit: 100 });
    for (const personId of [1, 2]) {
      const sum = sums.find((one) => one.personId === personId)?.sent ?? 0;
      if (stored.some((one) => one.personId === personId) || sum === 0) expect(sum).toBe(delivered(personId));
    }
    expect(await open('emBatches').find({ accountId }, { limit: 10 })).toEqual([]);
    const changes = published
      .filter((change) => change.accountId === accountId)
      .map(({ value }) => Change.decode(value));
    const fired = new Set(changes.filter(({ webhookEvents }) => webhookEvents.length > 0).flatMap(({ ids }) => ids));
    expect(fired).toEqual(new Set(stored.filter(({ type }) => type !== 'delivered').map(({ id }) => id)));
    return stored;
  };

  it('rows and sums store no finished batches', async () => {
    const accountId = randomAccountId();
    const call: StoreCall = { actor: { accountId, userId: 1, role: 'Owner' }, signal: NEVER };
    await open('people').insertMany(people(accountId));
    const processes = [1, 2].map(() => startProcess(store, rows, clock, [], open));
    for (let n = 0; n < 12; n++) {
      const { record, intake } = processes[n % 2]!;
      await record({ emEvents: [event('delivered', 'a@x.y', 100 + n)], strict: false }, call);
      await intake.settle(NEVER);
    }
    const [row] = await open('emEvents').find({ accountId, key: '1:1:delivered' }, { limit: 1 });
    const [sum] = await open('emSums').find({ accountId }, { limit: 1 });
    expect([row.count, sum.sent]).toEqual([12, 12]);
    // The last one of each.
    expect([row.applied.length, sum.applied.length]).toEqual([2, 2]);
  });

  it.each([false, true])('counts and publishes each event exactly once (responses lost: %s)', async (late) => {
    let rounds = 0;
    for (let nth = 1; ; nth++) {
      const accountId = randomAccountId();
      const call: StoreCall = { actor: { accountId, userId: 1, role: 'Owner' }, signal: NEVER };
      await open('people').insertMany(people(accountId));
      const published: PendingChange[] = [];
      const healthy = startProcess(store, rows, clock, published, open);
      await healthy.resumer.round(NEVER);
      await healthy.record({ emEvents: BEFORE, strict: false }, call);
      await healthy.intake.settle(NEVER);
      const killer = dieAt(nth, late);
      const dying = startProcess(store, rows, clock, published, (name) => killer.mortal(open(name)));
      const answer = await dying.record({ emEvents: SENT, strict: false }, call).catch(() => undefined);
      await dying.intake.settle(NEVER);

      // The sender has no response and repeats the call, before or after the batch was resumed.
      const again = startProcess(store, rows, clock, published, open);
      const resume = async (): Promise<void> => {
        await clock.advance(20_000);
        await again.resumer.round(NEVER);
      };
      if (nth % 2) await resume();
      const second = await again.record({ emEvents: SENT, strict: false }, call);
      await again.intake.settle(NEVER);
      if (answer) expect(second.emEventIds).toEqual(answer.emEventIds);
      await resume();
      await again.resumer.round(NEVER);
      expect(await expectExact(accountId, published)).toHaveLength(7);
      rounds = nth;
      if (!killer.wasKilled()) break;
    }
    expect(rounds).toBeGreaterThan(12);
  });

  it.each([false, true])('moves the history of a merged person exactly once (responses lost: %s)', async (late) => {
    let rounds = 0;
    for (let nth = 1; ; nth++) {
      const accountId = randomAccountId();
      const call: StoreCall = { actor: { accountId, userId: 1, role: 'Owner' }, signal: NEVER };
      await open('people').insertMany(people(accountId));
      const published: PendingChange[] = [];
      const healthy = startProcess(store, rows, clock, published, open);
      await healthy.resumer.round(NEVER);
      await healthy.record({ emEvents: [...BEFORE, ...SENT], strict: false }, call);
      await healthy.intake.settle(NEVER);
      await healthy.people.markDeleted(accountId, [2], { mergedInto: 1 });
      const killer = dieAt(nth, late);
      const dying = startProcess(store, rows, clock, published, (name) => killer.mortal(open(name)));
      await dying.move(accountId, 2, 1, NEVER).catch(() => undefined);
      const again = startProcess(store, rows, clock, published, open);
      if (nth % 2) {
        await clock.advance(20_000);
        await again.resumer.round(NEVER);
      }
      await again.move(accountId, 2, 1, NEVER);
      await clock.advance(20_000);
      await again.resumer.round(NEVER);
      await again.resumer.round(NEVER);
      await rows.purge(call, { personId: 2 });
      const stored = await expectExact(accountId, published);
      expect(stored).toHaveLength(7);
      expect(stored.every(({ personId }) => personId === 1)).toBe(true);
      rounds = nth;
      if (!killer.wasKilled()) break;
    }
    expect(rounds).toBeGreaterThan(10);
  });
});

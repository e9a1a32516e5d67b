import { openIdempotencyStore } from '@porchlight/backend';
import { openLoneFeatures, replaceOpened } from '@porchlight/backend/test/service';
import { events as eventsDescriptor, people as peopleDescriptor, type Event, type Person } from '@porchlight/contracts';
import { parseBody } from '@porchlight/resource';
import { createKeyedMutex, systemClock, type Clock } from '@porchlight/runtime';
import type { CallContext } from '@porchlight/rpc';
import { systemCall, type StoreCall, type StoreOptions } from '@porchlight/store';
import { createFaultyDatabase, type Fate } from '@porchlight/store/test/conformance/faulty-database';
import { openTestStore, type TestStore } from '@porchlight/store/test/conformance/test-store';
import type { Database } from '@porchlight/store/src/database';
import { captureLogger } from '@porchlight/testkit';
import { emails as emailsFeature } from '../src/emails';
import { events as eventsFeature } from '../src/events';
import { following } from '../src/following';
import { leads } from '../src/leads';
import { ingestEvent } from '../src/leads/receive-lead';
import { notes as notesFeature } from '../src/notes';
import { offers } from '../src/offers';
import { people as peopleFeature } from '../src/people';
import { plans } from '../src/plans';
import { recordEmail } from '../src/plans/record-email';
import { settings } from '../src/settings';
import { createAccountSettingsCache } from '../src/settings/account-settings-cache';
import { seedStages } from '../src/settings/seed-stages';

/** The result of a request for its sender. */
export interface WriteResult {
  readonly personId: number;
  readonly eventId?: number;
  readonly created: boolean;
  readonly replayed: boolean;
}

export interface Process {
  readonly test: TestStore;
  createPerson(key: string, json: object): Promise<WriteResult>;
  send(key: string, json: object): Promise<WriteResult>;
  /** Records a sent mail of a person, as the marketing service does. */
  recordEmail(key: string, personId: number): Promise<void>;
  /** The number of recorded mails of a person, and its stored count. */
  countEmails(personId: number): Promise<{ readonly records: number; readonly emailsSent: number | undefined }>;
  /** Numbers of people, events and notes of the account. */
  counts(): Promise<readonly [number, number, number]>;
  drift(): Promise<readonly unknown[]>;
}

export interface ProcessOptions {
  readonly accountId: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly publish: StoreOptions['publish'];
  /** Fates of the operations from the first request on. */
  readonly chooseFate?: (nth: number) => Fate;
}

const NOBODY = new AbortController().signal;

/** The writing part of one process of the people service, on a database that may fail at any operation. */
export const openProcess = async (
  database: Database,
  { accountId, clock, publish, chooseFate }: ProcessOptions,
): Promise<Process> => {
  let armed = false;
  let nth = 0;
  const faulty = createFaultyDatabase({ ...database, close: async () => undefined }, () =>
    armed && chooseFate ? chooseFate((nth += 1)) : 'fine',
  );
  const test = await openTestStore(faulty, { clock, publish });
  const { store } = test;
  const fullClock: Clock = { ...systemClock, now: () => clock.now() };
  const call: StoreCall = { actor: { accountId, userId: 1, role: 'Owner' }, signal: NOBODY };
  const open = openLoneFeatures({ service: 'people', store, clock: fullClock }, [
    replaceOpened(settings, (opened) => {
      const settingsCache = createAccountSettingsCache(
        {
          loadStages: () => opened.stages.find(systemCall(accountId, NOBODY), {}, 100),
          loadMembers: async () => [],
          loadMoves: async () => [],
          loadCustomFields: async () => [],
          countTrash: async () => 0,
        },
        fullClock,
      );
      settingsCache.seedWith((id) => seedStages(opened.stages)(id).catch(() => undefined));
      return { ...opened, settingsCache };
    }),
  ]);
  const { people } = open(peopleFeature);
  const [events, notes, emails] = [open(eventsFeature), open(notesFeature), open(emailsFeature)];
  const { reassignments, ...opened } = open(leads);
  const ingest = ingestEvent({
    ...opened,
    ...open(following),
    events,
    notes,
    offers: open(offers),
    reassignments: { ...reassignments, find: async () => undefined },
    settingsCache: open(settings).settingsCache,
    mutex: createKeyedMutex(),
  });
  const record = recordEmail(open(plans));
  const idempotencyStore = openIdempotencyStore(store, {
    clock: fullClock,
    logger: captureLogger().logger,
    key: Buffer.alloc(32, 1),
  });
  await store.start();

  const once = async (
    key: string,
    what: object,
    work: (call: StoreCall) => Promise<Omit<WriteResult, 'replayed'>>,
  ): Promise<WriteResult> => {
    armed = true;
    const request = { accountId, key, fingerprint: JSON.stringify(what), signal: AbortSignal.timeout(5_000) };
    const { response, replayed } = await idempotencyStore.run(request, async (pins) =>
      Buffer.from(JSON.stringify(await work({ ...call, idempotency: pins }))),
    );
    return { ...(JSON.parse(Buffer.from(response).toString()) as WriteResult), replayed };
  };
  return {
    test,
    createPerson: (key, json) =>
      once(key, json, async (own) => {
        const { record, mask } = parseBody(peopleDescriptor, json, 'create');
        const made = await people.create(own, record as Person, mask);
        return { personId: made.record.id, created: made.created };
      }),
    send: (key, json) =>
      once(key, json, async (own) => {
        const { record, mask } = parseBody(eventsDescriptor, json, 'create');
        const { person, created, eventId } = await ingest(
          { record: record as Event, mask, options: {}, ignored: [] },
          own,
        );
        return { personId: person!.id, eventId, created };
      }),
    recordEmail: async (key, personId) => {
      armed = true;
      const email = { id: 0, version: 0, status: 'Sent', subject: 'Hello', personId };
      const context = { actor: { accountId, userId: 0, role: 'Operator' }, signal: AbortSignal.timeout(5_000) };
      await record({ key, record: email, at: fullClock.date() }, context as CallContext);
    },
    countEmails: async (personId) => {
      armed = false;
      const person = await people.load(call, personId);
      return { records: (await emails.find(call, {}, 50)).length, emailsSent: person?.emailsSent };
    },
    counts: async () => {
      armed = false;
      const documents = await Promise.all([
        people.find(call, {}, 50),
        events.find(call, {}, 50),
        notes.find(call, {}, 50),
      ]);
      const [personCount, eventCount, noteCount] = documents.map((all) => all.length);
      return [personCount!, eventCount!, noteCount!];
    },
    drift: async () =>
      (await Promise.all([people.recount(accountId), events.recount(accountId), notes.recount(accountId)])).flat(),
  };
};

import { createCopyWaits, createOpenJobs, openJobStore, publishChanges } from '@porchlight/backend';
import { randomBytes } from 'node:crypto';
import { createIds, createMetrics, systemClock, createKeyedMutex } from '@porchlight/runtime';
import { openStore, type StoreCall } from '@porchlight/store';
import { captureLogger } from '@porchlight/testkit';
import { activity } from '../src/activity';
import { appointments as appointmentsFeature } from '../src/appointments';
import { people as peopleFeature } from '../src/people';
import { settings as settingsFeature } from '../src/settings';
import { AccountSettings } from '../src/settings/account-settings';
import { DEFAULT_STAGES } from '../src/settings/default-stages';
import { suppressions as suppressionsFeature } from '../src/suppressions';
import { mergeJob, mergePeople, type Merging } from '../src/merges/merge-people';
import type { Suite } from './suite';

const WRITES = new Set(['begin', 'modify', 'remove', 'done', 'revoke', 'write']);

/** Fails every write after this number of writes, like a process that is killed. */
const dyingAfter = (writes: number) => {
  let remaining = writes;
  const wrap = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        return async (...parameters: unknown[]) => {
          if (remaining <= 0) throw new Error('killed');
          const result = await (value as (...g: unknown[]) => Promise<unknown>).apply(target, parameters);
          if (WRITES.has(String(name))) remaining--;
          return result;
        };
      },
    });
  return wrap;
};

/** Merges on the suite's database and dies after this number of writes. Returns true if the merge was finished. */
export const interruptMerge = async (
  { uri, database, bus }: Suite,
  actor: StoreCall['actor'],
  request: { id: number; otherId: number },
  writes: number,
): Promise<boolean> => {
  const ids = createIds({ clock: systemClock });
  const { logger } = captureLogger({ service: 'people', level: 'fatal' });
  const store = await openStore({
    service: 'people',
    uri,
    database,
    publish: publishChanges('people', bus),
    clock: systemClock,
    ids,
    logger,
    nextTokenKey: randomBytes(32),
  });
  const accountSettings = new AccountSettings(DEFAULT_STAGES, []);
  const settingsCache = { load: async () => accountSettings, cached: () => accountSettings, forget: () => undefined };
  const metrics = createMetrics({ service: 'people', processMetrics: false });
  const openJobs = createOpenJobs({ store, clock: systemClock, ids, logger, metrics });
  const parts = { store, openJobs, clock: systemClock, config: { CONSENT_KEY_FILE: randomBytes(32) } };
  const copies = { stores: {}, accounts: {}, waits: createCopyWaits({ kinds: [] }) };
  const settings = { ...settingsFeature.open({ ...parts, copies } as never), settingsCache };
  const suppressions = suppressionsFeature.open(parts as never);
  const offers = { open: async () => [] };
  const opened = peopleFeature.open({ ...parts, settings, offers, suppressions } as never);
  const { people, merges } = opened;
  const appointments = appointmentsFeature.open({ ...parts, settings, people: opened } as never);
  const { events, mergeNotes } = activity.open({ ...parts, settings, people: opened, appointments } as never);
  await store.start();
  const wrap = dyingAfter(writes);
  const merging = {
    people: wrap(people),
    children: [wrap(events)],
    merges: wrap(merges),
    mergeNotes: wrap(mergeNotes),
    mergeJobs: wrap(openJobStore({ store, clock: systemClock }, mergeJob)),
    settingsCache,
    mutex: createKeyedMutex(),
    clock: systemClock,
    logger,
  } as unknown as Merging;
  const call: StoreCall = { actor, signal: AbortSignal.timeout(60_000) };
  const isFinished = await mergePeople(merging)(request, call).then(
    () => true,
    () => false,
  );
  await store.stop(AbortSignal.timeout(30_000));
  return isFinished;
};

import { createCopyWaits, publishChanges } from '@porchlight/backend';
import { randomBytes } from 'node:crypto';
import { createIds, systemClock, createKeyedMutex } from '@porchlight/runtime';
import { openStore, type StoreCall } from '@porchlight/store';
import { captureLogger } from '@porchlight/testkit';
import { openConsent } from '../src/consent';
import type { PeopleCopies } from '../src/copies';
import { openActivity } from '../src/activity';
import { openPeople } from '../src/people';
import { openSettings } from '../src/settings';
import { AccountSettings } from '../src/settings/account-settings';
import { DEFAULT_STAGES } from '../src/settings/default-stages';
import type { Ports } from '../src/people/stores';
import { mergePeople } from '../src/people/merge-people';
import type { Suite } from './suite';

const WRITES = new Set(['begin', 'modify', 'remove', 'done', 'revoke', 'write']);

/** Fails every write after this number of writes, like a process that is killed. */
const dyingAfter = (writes: number) => {
  let left = writes;
  const wrap = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]) => {
          if (left <= 0) throw new Error('killed');
          const result = await (value as (...g: unknown[]) => Promise<unknown>).apply(target, given);
          if (WRITES.has(String(name))) left--;
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
  const copies = {} as PeopleCopies;
  const accounts = { byId: async () => undefined };
  const service = { store, clock: systemClock, copies, accounts, copyWaits: createCopyWaits({ kinds: [] }) };
  const settings = {
    ...openSettings(service, {
      countPeople: async () => 0,
      loadLeadSettings: async () => ({ ponds: [], leadRules: [] }),
    }),
    settingsCache,
  };
  const consent = openConsent({ store, config: { CONSENT_KEY_FILE: randomBytes(32) } });
  const { people, merges } = openPeople(service, settings, { open: async () => [] }, consent.emailStatuses);
  const { events, mergeNotes } = openActivity(service, settings, { people });
  await store.start();
  const wrap = dyingAfter(writes);
  const ports = {
    people: wrap(people),
    children: [wrap(events)],
    merges: wrap(merges),
    mergeNotes: wrap(mergeNotes),
    settingsCache,
    mutex: createKeyedMutex(),
    clock: systemClock,
    logger,
  } as unknown as Ports;
  const call: StoreCall = { actor, signal: AbortSignal.timeout(60_000) };
  const isFinished = await mergePeople(ports)(request, call).then(
    () => true,
    () => false,
  );
  await store.stop(AbortSignal.timeout(30_000));
  return isFinished;
};

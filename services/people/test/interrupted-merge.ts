import { openJobStore, publishChanges } from '@porchlight/backend';
import { openLoneFeatures, replaceOpened } from '@porchlight/backend/test/service';
import { randomBytes } from 'node:crypto';
import { createIds, systemClock } from '@porchlight/runtime';
import { openStore, type StoreCall } from '@porchlight/store';
import { captureLogger } from '@porchlight/testkit';
import { events } from '../src/events';
import { merges } from '../src/merges';
import { settings as settingsFeature } from '../src/settings';
import { AccountSettings } from '../src/settings/account-settings';
import { DEFAULT_STAGES } from '../src/settings/default-stages';
import { mergeJob, mergePeople } from '../src/merges/merge-people';
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
  const open = openLoneFeatures({ service: 'people', store }, [
    replaceOpened(settingsFeature, (opened) => ({
      ...opened,
      settingsCache: { load: async () => accountSettings, cached: () => accountSettings, forget: () => undefined },
    })),
  ]);
  const opened = open(merges);
  const children = [open(events)];
  await store.start();
  const wrap = dyingAfter(writes);
  const merging = {
    ...opened,
    people: wrap(opened.people),
    children: children.map(wrap),
    merges: wrap(opened.merges),
    mergeNotes: wrap(opened.mergeNotes),
    mergeJobs: wrap(openJobStore({ store, clock: systemClock }, mergeJob)),
  };
  const call: StoreCall = { actor, signal: new AbortController().signal };
  const isFinished = await mergePeople(merging)(request, call).then(
    () => true,
    () => false,
  );
  await store.stop(AbortSignal.timeout(30_000));
  return isFinished;
};

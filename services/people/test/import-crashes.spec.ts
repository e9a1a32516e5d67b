import { createOpenJobs } from '@porchlight/backend';
import { openLoneFeatures, replaceOpened } from '@porchlight/backend/test/service';
import { createIds, createManualClock, createMetrics } from '@porchlight/runtime';
import { type Store, systemCall } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { captureLogger, dieAt, randomAccountId } from '@porchlight/testkit';
import { imports } from '../src/imports';
import { peopleImportJob, undoImportJob } from '../src/imports/import-jobs';
import { importPeopleCsv } from '../src/imports/import-people-csv';
import { createTableReader, type RawTable } from '../src/imports/read-table';
import { locks } from '../src/locks';
import { people } from '../src/people';
import { records } from '../src/records';
import { AccountSettings, DEFAULT_STAGES, settings } from '../src/settings';

const NEVER = new AbortController().signal;
const clock = createManualClock(Date.UTC(2026, 4, 1));
const immortal = <T extends object>(target: T): T => target;
const owner = { id: 1, name: 'Olga Owner', role: 'Owner', status: 'Active' };
const team = new AccountSettings(DEFAULT_STAGES, [owner]);
const settingsCache = { load: async () => team, cached: () => team, forget: () => undefined };
const { logger } = captureLogger({ service: 'people', level: 'fatal' });
/** The table is split once: a thread for each process would take most of the time. */
const split = createTableReader();
let table: Promise<RawTable> | undefined;
const reader = { ...split, read: () => (table ??= split.read(1, CSV, NEVER)) };

/** A process of the service; all its stores fail once it is killed. */
const startProcess = (store: Store, mortal: <T extends object>(target: T) => T) => {
  const collection: Store['collection'] = (name, schema) => mortal(store.collection(name, schema));
  const open = openLoneFeatures({ service: 'people', store: { ...store, collection }, clock }, [
    replaceOpened(settings, (opened) => ({ ...opened, settingsCache })),
    replaceOpened(people, (opened) => ({ ...opened, people: mortal(opened.people) })),
  ]);
  const ids = createIds({ clock });
  const metrics = createMetrics({ service: 'people', processMetrics: false });
  const openJobs = createOpenJobs({ store: { collection }, clock, ids, logger, metrics });
  const importJobs = openJobs({ ...peopleImportJob, share: 1 });
  const undoJobs = openJobs({ ...undoImportJob, share: 1 });
  const ports = {
    ...open(people),
    ...open(locks),
    ...open(imports),
    ...{ importJobs, undoJobs, tableReader: reader, settingsCache, clock, ids, logger },
    children: open(records).children,
  };
  return {
    ports,
    upload: importPeopleCsv(ports),
    importing: importJobs.createWorker(ports),
    undoing: undoJobs.createWorker(ports),
    undoJobs,
  };
};
type Process = ReturnType<typeof startProcess>;

const live = async (worker: Process['importing'], wasKilled: () => boolean = () => false): Promise<void> => {
  for (let round = 0; round < 20 && !wasKilled(); round++) if (!(await worker.look(NEVER).catch(() => false))) return;
};

const CSV = 'Name,Email,Tags\nAnn Ford,ann@x.example,hot\nBob Stone,bob@x.example,new\nCyd Lee,,';

/** Imports or undoes with a process that dies at its nth operation; another one continues. */
const interrupt = async (kind: 'import' | 'undo', nth: number, late: boolean) => {
  const store = await openLoneStore({ service: 'people', clock });
  const accountId = randomAccountId();
  const call = { ...systemCall(accountId, NEVER), actor: { accountId, userId: 1, role: 'Owner' as const } };
  const survivor = startProcess(store, immortal);
  await store.start();
  const { people: stored } = survivor.ports;
  const existing = await stored.create(call, { ...EMPTY, firstName: 'Ann', tags: ['vip'], emails: [EMAIL] }, [
    'firstName',
    'tags',
    'emails',
  ]);
  const { import: begun } = await survivor.upload(
    { csv: CSV, preview: false, mapping: {}, existing: 'fill', fromLine: 0 },
    call,
  );
  const { mortal, wasKilled } = dieAt(nth, late);
  const mortalProcess = startProcess(store, mortal);
  if (kind === 'undo') {
    await live(survivor.importing);
    await survivor.undoJobs.add(accountId, { importId: begun!.id }, {});
    await live(mortalProcess.undoing, wasKilled);
  } else await live(mortalProcess.importing, wasKilled);
  const killed = wasKilled();
  clock.advance(60_000);
  await live(kind === 'undo' ? survivor.undoing : survivor.importing);
  const document = (await survivor.ports.imports.find(accountId, begun!.id))!;
  const found = await stored.find(call, {}, 100);
  await store.stop(AbortSignal.timeout(1_000));
  return { killed, document, found, known: existing.record.id };
};

const EMAIL = { value: 'ann@x.example', type: 'work', isPrimary: true, status: '' };
const EMPTY = {
  ...{ id: 0, version: 0, emails: [], phones: [], addresses: [], tags: [], collaborators: [] },
  ...{ customFields: {}, possibleDuplicateIds: [], viewerIds: [] },
};

describe.each([
  ['before it takes effect', false],
  ['after it took effect', true],
])('given a process that dies at an operation, %s', (_, late) => {
  it('when another continues the import, then each row is imported and counted once', async () => {
    let operations = 0;
    for (let nth = 1; ; nth++) {
      const { killed, document, found, known } = await interrupt('import', nth, late);
      expect(found.map(({ firstName }) => firstName).toSorted()).toEqual(['Ann', 'Bob', 'Cyd']);
      expect(found.find(({ id }) => id === known)).toMatchObject({ tags: ['vip', 'hot'], lastName: 'Ford' });
      expect(document).toMatchObject({ status: 'Completed', done: 3, made: 2, updated: 1, skipped: 0, failed: 0 });
      if (!killed) break;
      operations = nth;
    }
    expect(operations).toBeGreaterThan(15);
  });

  it('when another continues the undo, then everything is as before and counted once', async () => {
    let operations = 0;
    for (let nth = 1; ; nth++) {
      const { killed, document, found, known } = await interrupt('undo', nth, late);
      expect(found).toMatchObject([{ id: known, firstName: 'Ann', lastName: '', tags: ['vip'] }]);
      // Ann: last name and tag; Bob; Cyd.
      expect(document.undo).toMatchObject({ status: 'Completed', undone: 4, kept: 0 });
      if (!killed) break;
      operations = nth;
    }
    expect(operations).toBeGreaterThan(10);
  });
});

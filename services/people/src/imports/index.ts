import { ImportServiceDefinition } from '@porchlight/contracts';
import type { Activity } from '../activity';
import type { People, RelatedHandlers } from '../people';
import type { Service } from '../service';
import type { Settings } from '../settings';
import { importPeople } from './import-people';
import { getPeopleImport, importPeopleCsv } from './import-people-csv';
import { createPeopleImports, importChunkSchema, peopleImportJobSchema } from './people-imports';
import { createPeopleImporter } from './run-imports';
import { savePeople } from './save-people';

/** Opens the stored CSV imports. */
export const openImports = ({ store }: Pick<Service, 'store'>) => ({
  imports: createPeopleImports(
    store.collection('peopleImports', peopleImportJobSchema),
    store.collection('peopleImportRows', importChunkSchema),
  ),
});

/** The stored CSV imports. */
export type Imports = ReturnType<typeof openImports>;

/** Handlers of the people service for batches and CSV imports. */
export const createImportHandlers = (
  { clock, ids, logger, mutex }: Service,
  { imports }: Imports,
  { people }: Pick<People, 'people'>,
  { settingsCache }: Pick<Settings, 'settingsCache'>,
): Pick<RelatedHandlers, 'savePeople' | 'importPeopleCsv' | 'getPeopleImport'> => {
  const ports = { imports, people, settingsCache, clock, ids, logger, mutex };
  return {
    savePeople: savePeople(ports),
    importPeopleCsv: importPeopleCsv(ports),
    getPeopleImport: getPeopleImport(ports),
  };
};

/** Serves the import of operators; carries out CSV imports in the background. */
export const registerImports = (
  service: Service,
  { imports }: Imports,
  { settingsCache }: Pick<Settings, 'settingsCache'>,
  { people }: Pick<People, 'people'>,
  { events, tasks }: Pick<Activity, 'events' | 'tasks'>,
): void => {
  const { rpc, clock, ids, logger, mutex } = service;
  service.addWorker('peopleImporter', (hold) =>
    createPeopleImporter({ imports, people, settingsCache, clock, ids, logger, mutex }, hold),
  );
  const ports = { people, events, tasks, settingsCache, clock };
  rpc.add(ImportServiceDefinition, { importPeople: importPeople(ports) }, { roles: ['Operator'] });
};

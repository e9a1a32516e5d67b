import { ImportServiceDefinition } from '@porchlight/contracts';
import type { Ports } from '../ports';
import type { Service } from '../service';
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
export const importHandlers = (ports: Ports) => ({
  savePeople: savePeople(ports),
  importPeopleCsv: importPeopleCsv(ports),
  getPeopleImport: getPeopleImport(ports),
});

/** Serves the import of operators; carries out CSV imports in the background. */
export const registerImports = (ports: Ports): void => {
  ports.addWorker('peopleImporter', (hold) => createPeopleImporter(ports, hold));
  ports.rpc.add(ImportServiceDefinition, { importPeople: importPeople(ports) }, { roles: ['Operator'] });
};

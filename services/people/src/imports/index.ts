import { ImportServiceDefinition } from '@porchlight/contracts';
import type { Ports } from './stores';
import { importPeople } from './import-people';
import { getPeopleImport, importPeopleCsv } from './import-people-csv';
import { createPeopleImporter } from './run-imports';
import { savePeople } from './save-people';

export { openImports, type Imports } from './stores';

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

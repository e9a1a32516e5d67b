import { ImportServiceDefinition } from '@porchlight/contracts';
import type { Service } from '../service';
import { followLinks } from './follow-links';
import { importPeople } from './import-people';
import { peopleImportJob, undoImportJob } from './import-jobs';
import { getPeopleImport, importPeopleCsv } from './import-people-csv';
import { savePeople } from './save-people';
import { openImportStores, type Ports } from './stores';
import { undoPeopleImport } from './undo-import';

/** Opens the stored imports and their jobs. */
export const openImports = (service: Pick<Service, 'store' | 'openJobs'>) => ({
  ...openImportStores(service),
  importJobs: service.openJobs(peopleImportJob),
  undoJobs: service.openJobs(undoImportJob),
});

type OpenedPorts = Ports & ReturnType<typeof openImports>;

/** Handlers of the people service for batches and imports of tables. */
export const importHandlers = (ports: Ports) => ({
  savePeople: savePeople(ports),
  importPeopleCsv: importPeopleCsv(ports),
  getPeopleImport: getPeopleImport(ports),
  undoPeopleImport: undoPeopleImport(ports),
});

/** Serves the import of operators; runs the jobs of imports. */
export const registerImports = (ports: OpenedPorts): void => {
  const { importJobs, undoJobs } = ports;
  ports.addHandler('people.marketing', followLinks(ports));
  ports.addWorker(importJobs.name, () => importJobs.createWorker(ports));
  ports.addWorker(undoJobs.name, () => undoJobs.createWorker(ports));
  ports.rpc.add(ImportServiceDefinition, { importPeople: importPeople(ports) }, { roles: ['Operator'] });
};

import { methods } from '@porchlight/backend';
import { ImportServiceDefinition, PersonServiceDefinition } from '@porchlight/contracts';
import { events } from '../events';
import { locks } from '../locks';
import { people } from '../people';
import { records } from '../records';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { tasks } from '../tasks';
import { followLinks } from './follow-links';
import { forgetImported } from './forget-imported';
import { createImportChanges, importChangeSchema } from './import-changes';
import { peopleImportJob, undoImportJob } from './import-jobs';
import type { Imports } from './import-parts';
import { importPeople } from './import-people';
import { getPeopleImport, importPeopleCsv } from './import-people-csv';
import { createPeopleImports, importChunkSchema, peopleImportSchema } from './people-imports';
import { createTableReader } from './read-table';
import { savePeople } from './save-people';
import { undoPeopleImport } from './undo-import';

/** Batches of people, imports of tables and their undo, and the bulk import of operators. */
export const imports = defineFeature({
  name: 'imports',
  needs: { locks, settings, people, records, events, tasks },
  open({ store, openJobs }) {
    const stored = createPeopleImports(
      store.collection('peopleImports', peopleImportSchema),
      store.collection('peopleImportRows', importChunkSchema),
    );
    const importChanges = createImportChanges(store.collection('peopleImportChanges', importChangeSchema));
    return {
      imports: stored,
      importChanges,
      tableReader: createTableReader(),
      importJobs: openJobs(peopleImportJob),
      undoJobs: openJobs(undoImportJob),
      forgetImported: forgetImported({ imports: stored, importChanges }),
    } satisfies Imports;
  },
  serve(opened, { ids, clock, logger, ...parts }) {
    const { people: store, merges, preparation } = parts.people;
    const { settingsCache } = parts.settings;
    const target = { people: store, preparation, settingsCache, mutex: parts.locks.mutex, ids, clock, logger };
    const table = { ...target, ...opened };
    const undo = { ...opened, people: store, merges, children: parts.records.children, settingsCache, clock };
    const history = { people: store, events: parts.events, tasks: parts.tasks, settingsCache, clock };
    return {
      on: { 'people.marketing': followLinks(opened) },
      jobs: [opened.importJobs.run(table), opened.undoJobs.run(undo)],
      methods: [
        methods(PersonServiceDefinition, {
          savePeople: savePeople(target),
          importPeopleCsv: importPeopleCsv(table),
          getPeopleImport: getPeopleImport(opened),
          undoPeopleImport: undoPeopleImport(undo),
        }),
        methods(ImportServiceDefinition, { importPeople: importPeople(history) }, { roles: ['Operator'] }),
      ],
    };
  },
});

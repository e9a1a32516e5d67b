import type { Activity } from '../activity';
import type { People } from '../people';
import type { PersonDocument } from '../person';
import type { Service } from '../service';
import type { Settings } from '../settings';
import { createImportChanges, importChangeSchema } from './import-changes';
import { createPeopleImports, importChunkSchema, peopleImportSchema } from './people-imports';
import { listRowKeys } from './read-row';
import { createTableReader } from './read-table';

/** Opens the stored imports. */
export const openImportStores = ({ store }: Pick<Service, 'store'>) => {
  const imports = createPeopleImports(
    store.collection('peopleImports', peopleImportSchema),
    store.collection('peopleImportRows', importChunkSchema),
  );
  const importChanges = createImportChanges(store.collection('peopleImportChanges', importChangeSchema));
  return {
    imports,
    importChanges,
    tableReader: createTableReader(),
    /** Removes what imports store about a person, as part of its erasure (N9). */
    async forgetImported(person: PersonDocument) {
      const { accountId, id, emails, phones, name } = person;
      await importChanges.forgetPerson(accountId, id);
      await imports.forgetProblems(accountId, listRowKeys({ emails, phones, name }));
    },
  };
};

/** Adds the job of an import, or of its undo. */
interface ImportJobs {
  add(accountId: number, key: { importId: number }, data: Record<string, never>, dueAt?: Date): Promise<void>;
}

/** What the operations of this feature work with. */
export type Ports = Service &
  Settings &
  People &
  Activity &
  ReturnType<typeof openImportStores> & { readonly importJobs: ImportJobs; readonly undoJobs: ImportJobs };

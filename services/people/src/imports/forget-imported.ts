import type { PersonDocument } from '../person';
import type { Imports } from './import-parts';
import { listRowKeys } from './read-row';

/** Removes what imports store about a person, as part of its erasure (N9). */
export const forgetImported =
  ({ imports, importChanges }: Pick<Imports, 'imports' | 'importChanges'>): Imports['forgetImported'] =>
  async ({ accountId, id, emails, phones, name }: PersonDocument) => {
    await importChanges.forgetPerson(accountId, id);
    await imports.forgetProblems(accountId, listRowKeys({ emails, phones, name }));
  };

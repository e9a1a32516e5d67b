import type { Locks } from '../locks';
import type { People } from '../people';
import type { PersonDocument } from '../person';
import type { PersonRecords } from '../records';
import type { Parts } from '../service';
import type { Settings } from '../settings';
import type { ImportChanges } from './import-changes';
import type { PeopleImports } from './people-imports';
import type { TableReader } from './read-table';

/** Adds the job of an import, or of its undo. */
interface ImportJobs {
  add(accountId: number, key: { importId: number }, data: Record<string, never>, dueAt?: Date): Promise<void>;
}

/** Imports of tables. */
export interface Imports {
  readonly imports: PeopleImports;
  readonly importChanges: ImportChanges;
  readonly tableReader: TableReader;
  readonly importJobs: ImportJobs;
  readonly undoJobs: ImportJobs;
  /** Removes what imports store about a person, as part of its erasure (N9). */
  readonly forgetImported: (person: PersonDocument) => Promise<void>;
}

/** Where rows of batches and tables become people. */
export interface ImportTarget
  extends
    Pick<People, 'people' | 'preparation'>,
    Pick<Settings, 'settingsCache'>,
    Pick<Locks, 'mutex'>,
    Pick<Parts, 'ids' | 'clock' | 'logger'> {}

/** What an import of a table works with. */
export interface TableImport
  extends ImportTarget, Pick<Imports, 'imports' | 'importChanges' | 'tableReader' | 'importJobs'> {}

/** What the undo of an import works with. */
export interface ImportUndo
  extends
    Pick<People, 'people' | 'merges'>,
    Pick<PersonRecords, 'children'>,
    Pick<Settings, 'settingsCache'>,
    Pick<Parts, 'clock'>,
    Pick<Imports, 'imports' | 'importChanges' | 'undoJobs'> {}

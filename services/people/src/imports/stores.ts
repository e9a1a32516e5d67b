import type { Activity } from '../activity';
import type { People } from '../people';
import type { Service } from '../service';
import type { Settings } from '../settings';
import { createPeopleImports, importChunkSchema, peopleImportJobSchema } from './people-imports';

/** Opens the stored CSV imports. */
export const openImports = ({ store }: Pick<Service, 'store'>) => ({
  imports: createPeopleImports(
    store.collection('peopleImports', peopleImportJobSchema),
    store.collection('peopleImportRows', importChunkSchema),
  ),
});

/** The stored CSV imports. */
export type Imports = ReturnType<typeof openImports>;

/** What the operations of this feature work with. */
export type Ports = Service & Settings & People & Activity & Imports;

import { normalizeText } from '../lists/text-grams';
import type { Document } from '../contract/document';
import { migrateDocuments, type Migration } from './migration';

interface NamedDocument extends Document {
  name?: string;
  nameKey?: string;
}

/** Adds `nameKey`, by which lists sort, to documents that were written before their resource had it. */
export const addNameKeys = (name: string, collection: string): Migration =>
  migrateDocuments<NamedDocument>({
    name,
    collection,
    change: (page, documents) =>
      documents.bulkUpdate(
        page.flatMap(({ _id, version, name: text = '', nameKey, deletedAt }) =>
          // A writer of this version has added the key; its write changed the version.
          nameKey === undefined && deletedAt === undefined
            ? [{ filter: { _id, version }, update: { $set: { nameKey: normalizeText(text) } } }]
            : [],
        ),
      ),
  });

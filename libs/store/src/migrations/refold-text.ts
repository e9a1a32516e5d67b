import type { Document } from '../contract/document';
import { normalizeText, splitGrams } from '../lists/text-grams';
import { readField } from '../read-field';
import { migrateDocuments, type Migration } from './migration';

/** A stored text (a path of fields) with its key, by which lists sort, and its grams. */
export interface FoldedField {
  readonly text: string;
  readonly key: string;
  readonly grams?: string;
}

type Values = Record<string, unknown>;

/** Computes the keys of texts again after a change of how text is folded (D13.7). */
export const refoldText = (name: string, collection: string, fields: readonly FoldedField[]): Migration =>
  migrateDocuments<Document>({
    name,
    collection,
    change: (page, documents) =>
      documents.bulkUpdate(
        page.flatMap((document) => {
          const $set = listChanges(document, fields);
          // A writer of this version has set the keys; its write changed the version.
          const { _id, version } = document;
          return Object.keys($set).length === 0 ? [] : [{ filter: { _id, version }, update: { $set } }];
        }),
      ),
  });

const listChanges = (document: Document, fields: readonly FoldedField[]): Values => {
  const changes: Values = {};
  for (const { text, key, grams } of fields) {
    const value = readField(document, text);
    if (typeof value !== 'string' || readField(document, key) === undefined) continue;
    const folded = normalizeText(value);
    if (readField(document, key) === folded) continue;
    changes[key] = folded;
    if (grams !== undefined) changes[grams] = splitGrams(value);
  }
  return changes;
};

import mongoose from 'mongoose';
import { isEqual } from '../writes/document-diff';
import { mapOf } from './columns';
import { buildSchema, type DocumentSchema } from './document-schema';

/** Rejects with an error if a document does not match its schema. */
export type DocumentCheck = (document: object) => Promise<void>;

/** Creates the check of a collection's documents. Tests run it for all documents that they write. */
export const createDocumentCheck = (collection: string, { columns, others }: DocumentSchema): DocumentCheck => {
  const all = others ? { ...columns, others: mapOf(others) } : columns;
  // Of its own mongoose: models have unique names.
  const Model = new mongoose.Mongoose().model(collection, buildSchema({ columns: all, indexes: [] }), collection);
  const splitOthers = (document: object): Record<string, unknown> => {
    const declared: Record<string, unknown> = { others: {} };
    const rest: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(document)) (name in columns ? declared : rest)[name] = value;
    return { ...declared, others: rest };
  };
  return async (document) => {
    // A tombstone has no fields of the record.
    if ('deletedAt' in document) return;
    const fields = others ? splitOthers(document) : { ...document };
    const built = new Model(fields);
    await built.validate();
    // mongoose converts values: those of another type have changed.
    const stored: Record<string, unknown> = built.toObject({ minimize: false });
    const changed = Object.entries(fields).filter(([name, value]) => !isEqual(stored[name], value));
    if (changed.length > 0)
      throw new Error(
        `Fields of '${collection}' have another type than in the schema: ${changed.map(([name]) => name).join(', ')}`,
      );
  };
};

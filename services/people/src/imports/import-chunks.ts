import { people as descriptor, type PersonItem } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { parseBody } from '@porchlight/resource';

/** Key of the nth chunk of an import. */
export const formatChunkId = ({ _id }: { readonly _id: string }, nth: number): string => `${_id}:${nth}`;

/** A row to save, or the problem of an invalid row. */
export const parseImportedItem = (json: string): PersonItem => {
  try {
    const { record, mask } = parseBody(descriptor, JSON.parse(json), 'create');
    return { record, mask, problems: '' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { record: undefined, mask: undefined, problems: error.message };
  }
};

import { int, readOnly, str } from '@porchlight/resource';

/** The creator and the last editor of a record. */
export const authorFields = {
  createdById: readOnly(int(), { stamp: 'creator' }),
  updatedById: readOnly(int(), { stamp: 'editor' }),
  createdBy: readOnly(str(), { nameOf: { field: 'createdById', resource: 'users' } }),
  updatedBy: readOnly(str(), { nameOf: { field: 'updatedById', resource: 'users' } }),
} as const;

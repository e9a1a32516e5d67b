import { int, readOnly, str } from '@porchlight/resource';

/** The creator and the last editor of a record. */
export const authorFields = {
  createdById: readOnly(int()),
  updatedById: readOnly(int()),
  createdBy: readOnly(str()),
  updatedBy: readOnly(str()),
} as const;

import { int, readOnly, str } from '@porchlight/resource';

/** Who made and who last changed a record. */
export const byWhom = {
  createdById: readOnly(int()),
  updatedById: readOnly(int()),
  createdBy: readOnly(str()),
  updatedBy: readOnly(str()),
} as const;

import type { Descriptor } from '@porchlight/resource';

/** The option of a delete that deletes a record although others name it (D13.3). */
export const FORCE_DELETE: NonNullable<Descriptor['options']> = { force: { type: 'bool', verbs: ['delete'] } };

import type { Descriptor } from '@porchlight/resource';

/** The option of a delete that deletes a record although others name it (D13.3). */
export const FORCE_DELETE: NonNullable<Descriptor['options']> = {
  force: {
    describe: 'True: delete the record although others name it. Conditions on it match nothing from then on.',
    type: 'bool',
    verbs: ['delete'],
  },
};

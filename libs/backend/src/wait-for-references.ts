import type { Row } from '@porchlight/resource';
import type { Document, Strategy } from '@porchlight/store';
import type { ReferenceWait, ReferencingWork } from './reference-wait';

/** The strategy with hooks that wait for the copies of records that a body names (see ReferenceWait). */
export const waitForReferences = <R extends Row, D extends Document>(
  strategy: Strategy<R, D>,
  references: ReferenceWait,
  options: Omit<ReferencingWork<unknown>, 'run'> = {},
): Strategy<R, D> => {
  const { prepareForCreate, prepareForUpdate } = strategy;
  return {
    ...strategy,
    ...(prepareForCreate && {
      prepareForCreate: (call, ...rest) =>
        references.retry(call, { ...options, run: async () => prepareForCreate(call, ...rest) }),
    }),
    ...(prepareForUpdate && {
      prepareForUpdate: (call, ...rest) =>
        references.retry(call, { ...options, run: async () => prepareForUpdate(call, ...rest) }),
    }),
  };
};

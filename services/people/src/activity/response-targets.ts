import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import type { AuthoredDocument } from '../person';
import type { Responses, ResponseTarget } from './response-parts';

type Targets = Pick<Responses, 'notes' | 'calls' | 'replies'>;

const STORES = { Note: 'notes', Call: 'calls', ThreadedReply: 'replies' } as const;

/** The record, if the caller may see it. */
export const findTarget = (
  targets: Targets,
  call: StoreCall,
  { refType, refId }: ResponseTarget,
): Promise<AuthoredDocument | undefined> => targets[STORES[refType]].load(call, refId);

/** The record. Throws NOT_FOUND if it is missing or the caller may not see it. */
export const loadTarget = async (targets: Targets, call: StoreCall, target: ResponseTarget) => {
  const found = await findTarget(targets, call, target);
  if (!found) throw refuse('NOT_FOUND', { what: 'record' });
  return found;
};

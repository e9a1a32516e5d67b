import type { Store, StoreCall } from '@porchlight/store';
import type { AuthoredDocument } from '../person';
import type { ResponseTarget } from './response-parts';

const RESOURCES = { Note: 'notes', Call: 'calls', ThreadedReply: 'threadedReplies' } as const;

/** Finds the record that has a reply or a reaction, if the caller may see it. */
export type FindTarget = (call: StoreCall, target: ResponseTarget) => Promise<AuthoredDocument | undefined>;

/** Finds notes, calls and replies. */
export const createTargetFinder =
  (store: Pick<Store, 'reads'>): FindTarget =>
  (call, { refType, refId }) =>
    store.reads<AuthoredDocument>(RESOURCES[refType]).load(call, refId);

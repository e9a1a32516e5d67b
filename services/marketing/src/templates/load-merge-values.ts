import { canSeeViewers } from '@porchlight/access';
import { isExisting } from '@porchlight/backend';
import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import { findInquiryStreet, type LocalCopies } from '../copies';
import { createMergeValues } from './merge-values';
import type { MergeValues } from './merge-tokens';

/** Sources of the values of tokens. */
export interface MergeSources {
  readonly copies: LocalCopies;
  /** Takes the place of an unsubscribe link: a link that is shown opts no address out. */
  readonly sampleLink: string;
}

/** A person of whom nothing is stored. */
const NOBODY = { name: '', firstName: '', lastName: '', emails: [], phones: [], addresses: [], source: '' };

const findCaller = ({ copies: { users, copyWaits } }: MergeSources, { actor, signal }: StoreCall) =>
  copyWaits.until(
    actor.accountId,
    () => users.byId(actor.accountId, actor.userId),
    (copy) => copy !== undefined,
    { signal },
  );

/** The values of the tokens for a person and the caller. Throws NOT_FOUND for a person whom the caller may not see. */
export const loadMergeValues = async (
  sources: MergeSources,
  personId: number,
  call: StoreCall,
): Promise<MergeValues> => {
  const { actor, signal } = call;
  const { people, inquiries, copyWaits } = sources.copies;
  const { accountId } = actor;
  const [[person], street, agent] = await Promise.all([
    copyWaits.until(
      accountId,
      () => people.withDeleted(accountId, [personId]),
      (copies) => copies.length > 0,
      { signal },
    ),
    findInquiryStreet({ inquiries }, accountId, personId),
    findCaller(sources, call),
  ]);
  if (!isExisting(person) || !canSeeViewers(actor, person.viewers)) throw refuse('NOT_FOUND', { what: 'person' });
  return createMergeValues(person, street, agent, sources.sampleLink);
};

/** The values of the tokens for the calling user, without a person. */
export const loadCallerValues = async (sources: MergeSources, call: StoreCall): Promise<MergeValues> =>
  createMergeValues(NOBODY, '', await findCaller(sources, call), sources.sampleLink);

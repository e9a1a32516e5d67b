import type { FactAnswers } from '@porchlight/backend';
import type { FactDataOf } from '@porchlight/contracts';
import { composeKey } from '@porchlight/store';
import type { Following } from '../following';
import { listPeopleOf, mergingCall } from '../people';
import type { Parts } from '../service';
import type { Erasures } from './erasures';

/** Where the proofs of facts are. */
interface Proofs extends Pick<Following, 'people' | 'merges' | 'children'>, Pick<Parts, 'store'> {
  readonly erasures: Erasures;
}

/** Whether each of these records is gone or belongs to one of the people, whose records are being removed. */
const areErased = async (
  { children }: Pick<Proofs, 'children'>,
  accountId: number,
  { people, children: named }: FactDataOf<'people.people.erased'>,
  signal: AbortSignal,
): Promise<boolean> => {
  const call = mergingCall(accountId, signal);
  for (const [resource, ids] of Object.entries(named)) {
    if (ids.length === 0) continue;
    const store = children.find(({ descriptor }) => descriptor.resource === resource);
    if (!store) return false;
    const keys = ids.map((id) => composeKey(accountId, id));
    const documents = await store.find(call, { _id: { $in: keys } }, keys.length);
    const belongs = (child: (typeof documents)[number]): boolean =>
      listPeopleOf(store, child).some((id) => people.includes(id));
    if (!documents.every(belongs)) return false;
  }
  return true;
};

/** Answers other services that ask before they move or erase data of people (N4). */
export const answerFacts = (proofs: Proofs): FactAnswers<'people'> => {
  const { people, merges, erasures, store } = proofs;
  return {
    'people.people.merged': async (accountId, { id, into }, signal) => {
      if ((await merges.findSurvivor(accountId, id)) !== into) return false;
      const loser = await people.load(mergingCall(accountId, signal), id);
      return loser === undefined || loser.mergedInto === into;
    },
    'people.people.erased': async (accountId, erased, signal) =>
      erased.people.length > 0 &&
      (await erasures.includes(accountId, erased.people)) &&
      (await store.isDeleted('people', accountId, erased.people)) &&
      areErased(proofs, accountId, erased, signal),
  };
};

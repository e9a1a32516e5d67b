import { isDeepStrictEqual } from 'node:util';
import { canSeeViewers } from '@porchlight/access';
import { isRefusal } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import { fillNames, findForeignName, listViewers, type PersonDocument, withoutActivity } from '../person';
import { findMatchingValue } from './explain-route';
import type { LeadIntake } from './lead-parts';
import { describeInquiry, type Outcome, type StoredLead, type WaitingLead, type Work } from './lead-work';
import { isNewName, mergeLead } from './merge-lead';
import type { KnownLead } from './record-event';
import { findRepeated, type RecentInquiry } from './repeated-inquiry';

/** What the event of the lead says about a known person, as it was before the lead. */
const describeKnown = (
  before: PersonDocument,
  { lead, missingEventId }: Work,
  isHidden: (person: PersonDocument) => boolean,
  inquiry: RecentInquiry | undefined,
): KnownLead => {
  const repeated = inquiry && findRepeated(before, inquiry);
  const named = isHidden(before) ? before : fillNames(before, lead.person);
  const sentBy = findForeignName(named, lead.person);
  return {
    duplicateOf: repeated?.eventId === missingEventId ? undefined : repeated?.eventId,
    sentBy,
    isNewName: sentBy !== undefined && isNewName(before, sentBy),
    matchedBy: findMatchingValue(before, lead),
  };
};

/** Merges leads into a person in their order, in one write. */
export const mergeInto = async (
  intake: LeadIntake,
  call: StoreCall,
  waiting: readonly WaitingLead[],
  [match, ...others]: readonly PersonDocument[],
): Promise<Outcome[]> => {
  const { people, settingsCache } = intake;
  const settings = await settingsCache.load(call.actor.accountId);
  const inquiries = await Promise.all(waiting.map(({ work }) => describeInquiry(intake, work)));
  const isHidden = (person: PersonDocument): boolean => !canSeeViewers(call.actor, listViewers(person));
  let about: KnownLead[] = [];
  const mergeOne = (before: PersonDocument, { work }: WaitingLead, at: number): PersonDocument => {
    const { lead } = work;
    const summary = describeKnown(before, work, isHidden, inquiries[at]);
    about.push(summary);
    return mergeLead(before, lead.person, {
      at: lead.at,
      type: lead.type,
      unsubscribed: lead.type === 'Unsubscribed',
      defaultStageId: settings.defaultStage.id,
      duplicates: others.map(({ id }) => id),
      isHidden: isHidden(before),
      inquiry: summary.duplicateOf === undefined ? inquiries[at] : undefined,
    });
  };
  const merge = (before: PersonDocument): PersonDocument => {
    about = [];
    return waiting.reduce(mergeOne, before);
  };
  const storedAs = (person: PersonDocument): StoredLead[] =>
    about.map((summary) => ({ person, created: false, ...summary }));
  const merged = merge(match!);
  if (isDeepStrictEqual(match, merged)) return storedAs(match!);
  // Updates that only change activity fields do not publish an event: most visits of known people change nothing else.
  const silent = sameButActivity(match!, merged);
  let lost = false;
  try {
    const person = await people.modify(
      call,
      match!.id,
      (before) => {
        // The first attempt gets the person of the lookup.
        if (before === match && before.mergedInto === undefined) return merged;
        const after = merge(before);
        // A person in a merge takes no updates; the next lookup finds its survivor.
        lost = before.mergedInto !== undefined || (silent && !sameButActivity(before, after));
        return lost || isDeepStrictEqual(before, after) ? undefined : after;
      },
      { silent, document: match! },
    );
    return lost ? waiting.map(() => 'lost' as const) : storedAs(person);
  } catch (error) {
    if (isRefusal(error) && (error.reason === 'NOT_FOUND' || error.reason === 'CONFLICT'))
      return waiting.map(() => 'lost' as const);
    throw error;
  }
};

/** The document without its activity and without what leads remember on it. */
const withoutTraces = (person: PersonDocument): Partial<PersonDocument> => {
  const { inquiries: _inquiries, sentNames: _names, ...rest } = withoutActivity(person) as Partial<PersonDocument>;
  return rest;
};

const sameButActivity = (before: PersonDocument, after: PersonDocument): boolean =>
  isDeepStrictEqual(withoutTraces(before), withoutTraces(after));

import type { DocumentCollection, StoreCall } from '@porchlight/store';
import type { ReportLead } from './read-report-leads';
import type { AnswerDocument } from './report-parts';

/** Later calls and messages are no answer, ms. */
const ANSWER_MS = 30 * 86_400_000;
/** People of one query. */
const PEOPLE = 200;
/** Records that a query returns. */
const RECORDS = 2_000;
const ANSWER_FIELDS = { personId: 1, created: 1, status: 1 } as const;

type Answers = DocumentCollection<AnswerDocument>;

/** Keeps for each person the earliest answer that is not before the creation of the person. */
const keepFirst = (first: Map<number, Date>, leads: ReadonlyMap<number, ReportLead>, found: AnswerDocument[]): void => {
  for (const { personId, created, status } of found) {
    const lead = leads.get(personId);
    const earliest = first.get(personId);
    // The sender of an unverified mail is unknown (D12.7).
    if (!lead || status === 'Unverified' || created < lead.created) continue;
    if (created.getTime() - lead.created.getTime() > ANSWER_MS) continue;
    if (!earliest || created < earliest) first.set(personId, created);
  }
};

/**
 * Reads the answers of some people, earliest first. If there are more than one query returns, the people are halved;
 * of one person the earliest records are enough.
 */
const readAnswers = async (
  records: Answers,
  leads: readonly ReportLead[],
  first: Map<number, Date>,
  call: StoreCall,
): Promise<void> => {
  call.signal.throwIfAborted();
  const times = leads.map(({ created }) => created.getTime());
  const found = await records.find(
    {
      accountId: call.actor.accountId,
      personId: { $in: leads.map(({ id }) => id) },
      isIncoming: false,
      created: { $gte: new Date(Math.min(...times)), $lte: new Date(Math.max(...times) + ANSWER_MS) },
    },
    { sort: { created: 1 }, limit: RECORDS, projection: ANSWER_FIELDS, signal: call.signal },
  );
  if (found.length === RECORDS && leads.length > 1) {
    const half = Math.ceil(leads.length / 2);
    await readAnswers(records, leads.slice(0, half), first, call);
    await readAnswers(records, leads.slice(half), first, call);
  } else keepFirst(first, new Map(leads.map((lead) => [lead.id, lead])), found);
};

/** Finds the first outgoing call, text message or email to each lead within 30 days, by the id of the person. */
export const findFirstAnswers = async (
  answers: readonly Answers[],
  leads: readonly ReportLead[],
  call: StoreCall,
): Promise<ReadonlyMap<number, Date>> => {
  const first = new Map<number, Date>();
  for (let at = 0; at < leads.length; at += PEOPLE)
    for (const records of answers) await readAnswers(records, leads.slice(at, at + PEOPLE), first, call);
  return first;
};

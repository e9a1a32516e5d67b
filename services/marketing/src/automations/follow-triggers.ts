import type { BatchHandler, BusMessage } from '@porchlight/bus';
import {
  type Change,
  Deal,
  decodeChange,
  EmailMessage,
  isInquiry,
  leadReceived,
  PhoneCall,
  planStepReassigned,
  planStepRefused,
  TextMessage,
} from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import { normalizeText, systemCall } from '@porchlight/store';
import { LIMITS } from '@porchlight/limits';
import { delayMs } from '../action-plans';
import type { AutomationDocument, StoredTrigger } from './automation-document';
import type { ReplyJobs, StartJobs } from './automation-jobs';
import type { AutomationParts } from './automation-parts';
import { parseRunStepId, withLogEntry } from './automation-run';

/** What the consumer of changes works with. */
export interface TriggerParts extends Pick<
  AutomationParts,
  'automations' | 'runs' | 'progress' | 'clock' | 'directory'
> {
  readonly startJobs: StartJobs;
  readonly replyJobs: ReplyJobs;
  /** Notified when waits ended. */
  readonly woke: () => void;
}

/** Something that happened to a person. */
interface Signal {
  readonly accountId: number;
  readonly personId: number;
  /** Id of the change or event. */
  readonly id: string;
  readonly occurred: Date;
  readonly cause?: string | undefined;
  /** Triggers that it pulls. */
  readonly pulls: readonly Pull[];
  /** The event that ends waits. */
  readonly waitEvent?: 'reply' | 'stageChanged' | 'tagAdded';
}

interface Pull {
  readonly type: string;
  /** Why the automation starts, one sentence. */
  readonly text: string;
  readonly fits: (trigger: StoredTrigger) => boolean;
}

const CONCURRENCY = 8;

const isSame = (expected: string | undefined, value: string): boolean =>
  expected === undefined || normalizeText(expected) === normalizeText(value);

const readLead = (change: Change): Signal[] => {
  const { accountId, occurred = new Date(0) } = change;
  const { eventId, personId, isNew, type, historyOnly = false, reassigned = false } = leadReceived.parse(change);
  if (historyOnly || reassigned) return [];
  const pulls: Pull[] = [
    { type: 'eventReceived', text: `Started by the event ${type}.`, fits: ({ eventType }) => isSame(eventType, type) },
    ...(isNew ? [{ type: 'leadCreated', text: 'Started by a new lead.', fits: () => true }] : []),
  ];
  const waitEvent = isInquiry(type) ? ({ waitEvent: 'reply' } as const) : {};
  return [{ accountId, personId, id: `event${eventId}`, occurred, cause: change.cause, pulls, ...waitEvent }];
};

/** Changes of people that have webhook events of their own: added tags, and another stage. */
const readPerson = (change: Change): Signal[] => {
  const { accountId, ids, eventId, occurred = new Date(0), cause, webhookEvents, dataJson } = change;
  const [personId] = ids;
  if (dataJson === '' || personId === undefined) return [];
  const base = { accountId, personId, id: eventId, occurred, cause };
  const data = JSON.parse(dataJson) as { readonly tags?: readonly string[]; readonly stage?: string };
  if (webhookEvents.includes('peopleTagsCreated')) {
    const { tags = [] } = data;
    const text = `Started by the tag ${tags.join(', ').slice(0, 200)}.`;
    const fits = ({ tag }: StoredTrigger): boolean => tags.some((added) => isSame(tag, added));
    return [{ ...base, waitEvent: 'tagAdded', pulls: [{ type: 'tagAdded', text, fits }] }];
  }
  if (!webhookEvents.includes('peopleStageUpdated')) return [];
  const name = data.stage ?? '';
  const fits = ({ stage }: StoredTrigger): boolean => isSame(stage, name);
  const pull = { type: 'stageChanged', text: `Started by the stage ${name}.`, fits };
  return [{ ...base, waitEvent: 'stageChanged', pulls: [pull] }];
};

const readDeal = (change: Change): Signal[] => {
  const { accountId, eventId, occurred = new Date(0), cause, changed, record } = change;
  if (!changed.includes('stageId') || record.length === 0) return [];
  const { stageId, peopleIds } = Deal.decode(record);
  const fits = ({ dealStageId }: StoredTrigger): boolean => dealStageId === undefined || dealStageId === stageId;
  const pulls = [{ type: 'dealStageChanged', text: 'Started by the stage of a deal.', fits }];
  return peopleIds.map((personId) => ({ accountId, personId, id: eventId, occurred, cause, pulls }));
};

/** A message from the person. */
const readMessage =
  (
    decode: (record: Uint8Array) => {
      readonly personId?: number | undefined;
      readonly isIncoming?: boolean | undefined;
    },
  ) =>
  ({ accountId, eventId, occurred = new Date(0), record }: Change): Signal[] => {
    if (record.length === 0) return [];
    const { personId, isIncoming = false } = decode(record);
    return isIncoming && personId !== undefined
      ? [{ accountId, personId, id: eventId, occurred, pulls: [], waitEvent: 'reply' }]
      : [];
  };

/** A mail whose sender nothing proves has no effect. */
const readEmail = (record: Uint8Array) => {
  const email = EmailMessage.decode(record);
  return email.status === 'Unverified' ? {} : email;
};

const READERS: Readonly<Record<string, (change: Change) => Signal[]>> = {
  [leadReceived.type]: readLead,
  'people.people.created': readPerson,
  'people.people.updated': readPerson,
  'deals.deals.updated': readDeal,
  'people.calls.created': readMessage((record) => PhoneCall.decode(record)),
  'people.emails.created': readMessage((record) => readEmail(record)),
  'people.textMessages.created': readMessage((record) => TextMessage.decode(record)),
};

/** Active automations that any of the signals may start, in one query for an account. */
const loadTriggered = async (
  { automations }: TriggerParts,
  accountId: number,
  signals: readonly Signal[],
  signal: AbortSignal,
): Promise<AutomationDocument[]> => {
  const types = new Set(signals.flatMap(({ pulls }) => pulls.map(({ type }) => type)));
  if (signals.some(({ waitEvent }) => waitEvent === 'reply')) types.add('noReplyFor');
  if (types.size === 0) return [];
  const condition = { status: 'Active', triggerType: { $in: [...types] } };
  return automations.find(systemCall(accountId, signal), condition, LIMITS.automations.value);
};

const addJobs = async (
  { startJobs, replyJobs }: TriggerParts,
  automations: readonly AutomationDocument[],
  { accountId, personId, id, occurred, cause, pulls, waitEvent }: Signal,
): Promise<void> => {
  for (const automation of automations) {
    const { id: automationId, trigger } = automation;
    const pull = pulls.find(({ type, fits }) => type === trigger.type && fits(trigger));
    if (pull) {
      const data = { text: pull.text, ...(cause !== undefined && { cause }) };
      await startJobs.add(accountId, { automationId, personId, trigger: id }, data);
    }
    if (waitEvent !== 'reply' || !trigger.noReplyFor) continue;
    const dueAt = new Date(occurred.getTime() + delayMs(trigger.noReplyFor));
    await replyJobs.add(accountId, { automationId, personId }, { since: occurred, trigger: id }, dueAt);
  }
};

const endWaits = (
  { progress, clock }: TriggerParts,
  accountId: number,
  signals: readonly Signal[],
): Promise<number> => {
  const events = signals.flatMap(({ personId, waitEvent, occurred }) =>
    waitEvent ? [{ personId, event: waitEvent, occurred }] : [],
  );
  return progress.meet(accountId, events, clock.date());
};

/** Notes in the log of a run what became of a step in the people service. */
const noteStep = async ({ runs, clock }: TriggerParts, change: Change, signal: AbortSignal): Promise<void> => {
  const { accountId, occurred } = change;
  const { stepId, reason } = JSON.parse(change.dataJson) as { readonly stepId: string; readonly reason: string };
  const named = parseRunStepId(accountId, stepId);
  if (!named) return;
  const { id, step } = named;
  const done = await unlessGone(
    runs.modify(
      systemCall(accountId, signal),
      id,
      (before) => {
        const { path, type } = before.log.find((entry) => entry.step === step) ?? {};
        const about = { step, ...(path !== undefined && { path }), ...(type !== undefined && { type }) };
        return withLogEntry(before, {
          at: occurred ?? clock.date(),
          ...about,
          text: reason,
          key: `${change.verb}:${stepId}`,
        });
      },
      { silent: true },
    ),
  );
  void done;
};

const readSignals = ({ type, value }: BusMessage): Signal[] => READERS[type]?.(decodeChange(value)) ?? [];

/**
 * Reads what happens to people: adds the jobs that start automations, and ends waits. A change may arrive twice: a job
 * has the id of the change, and its run exists once.
 */
export const followTriggers =
  (parts: TriggerParts): BatchHandler =>
  async (batch, { signal }) => {
    const byAccount = Map.groupBy(batch.flatMap(readSignals), ({ accountId }) => accountId);
    const woken = await mapBounded([...byAccount], CONCURRENCY, async ([accountId, signals]) => {
      signal.throwIfAborted();
      const automations = await loadTriggered(parts, accountId, signals, signal);
      if (automations.length > 0) for (const one of signals) await addJobs(parts, automations, one);
      return endWaits(parts, accountId, signals);
    });
    if (woken.some((count) => count > 0)) parts.woke();
    for (const { type, value } of batch)
      if (type === planStepRefused.type || type === planStepReassigned.type)
        await noteStep(parts, decodeChange(value), signal);
  };

import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { formatDuration, type Duration } from '../plans/step-values';

type Trigger = NonNullable<Schemas['Automation']['trigger']>;

/** What starts an automation, in a form. Values of other types stay while the type changes. */
export interface TriggerValues {
  readonly type: string;
  readonly stage: string;
  readonly tag: string;
  readonly eventType: string;
  /** Id of a stage of deals; empty: any. */
  readonly dealStageId: string;
  readonly noReplyFor: Duration;
}

/** The types of triggers, in the order of the choice. */
export const TRIGGER_LABELS: Readonly<Record<string, string>> = {
  leadCreated: t`A new lead arrives`,
  stageChanged: t`A person gets a stage`,
  tagAdded: t`A person gets a tag`,
  eventReceived: t`A person has an event`,
  dealStageChanged: t`A deal gets a stage`,
  noReplyFor: t`A person got no reply for a time`,
  manual: t`A user starts it`,
};

const NO_REPLY: Duration = { value: '2', unit: 'hours' };

export const toTriggerValues = (trigger: Trigger | null | undefined): TriggerValues => ({
  type: trigger?.type ?? 'leadCreated',
  stage: trigger?.stage ?? '',
  tag: trigger?.tag ?? '',
  eventType: trigger?.eventType ?? '',
  dealStageId: trigger?.dealStageId ? String(trigger.dealStageId) : '',
  noReplyFor: trigger?.noReplyFor
    ? { value: String(trigger.noReplyFor.value ?? ''), unit: trigger.noReplyFor.unit ?? 'hours' }
    : NO_REPLY,
});

/** The trigger as the API takes it: only the value that belongs to its type. */
export const toTriggerBody = (values: TriggerValues): Trigger => {
  const { type, stage, tag, eventType, dealStageId, noReplyFor } = values;
  const fields: Readonly<Record<string, object | false>> = {
    stageChanged: stage !== '' && { stage },
    tagAdded: tag.trim() !== '' && { tag: tag.trim() },
    eventReceived: eventType !== '' && { eventType },
    dealStageChanged: dealStageId !== '' && { dealStageId: Number(dealStageId) },
    noReplyFor: { noReplyFor: { value: Number(noReplyFor.value), unit: noReplyFor.unit } },
  };
  return { type, ...(fields[type] || {}) };
};

/** What starts an automation, as a sentence. */
export const summarizeTrigger = (
  trigger: Trigger | null | undefined,
  dealStageName: (id: number | undefined) => string | undefined,
): string => {
  const { type = '', stage, tag, eventType, dealStageId, noReplyFor } = trigger ?? {};
  const details: Readonly<Record<string, string | undefined>> = {
    stageChanged: stage,
    tagAdded: tag,
    eventReceived: eventType,
    dealStageChanged: dealStageName(dealStageId),
    noReplyFor: noReplyFor && formatDuration(noReplyFor),
  };
  return [TRIGGER_LABELS[type] ?? type, details[type]].filter(Boolean).join(': ');
};

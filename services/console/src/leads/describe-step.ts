import { plural, t } from '@lingui/core/macro';
import type { OperationResult } from '@porchlight/sdk';
import type { FormatName } from '../api/names';

const LIST = new Intl.ListFormat('en-GB');

export type JourneyStep = OperationResult<'people.events.journey'>['steps'][number];
export type StepName = JourneyStep['step'];

/** The further fields of the steps of all kinds (D13.9). */
interface StepDetails {
  readonly system?: string;
  readonly source?: string;
  readonly type?: string;
  readonly ignored?: readonly string[];
  readonly duplicateOf?: number;
  readonly personId?: number;
  readonly created?: boolean;
  readonly by?: { readonly kind: 'id' | 'email' | 'phone'; readonly value: string };
  readonly cause?: string;
  readonly ruleId?: number;
  readonly unmet?: readonly { readonly ruleId: number; readonly condition: string }[];
  readonly userId?: number;
  readonly lenderId?: number;
  readonly pondId?: number;
  readonly groupId?: number;
  readonly channels?: readonly string[];
  readonly actionPlanId?: number;
  readonly event?: string;
  readonly webhookId?: number;
  readonly status?: string;
  readonly attempts?: number;
  readonly httpStatus?: number;
}

/** Names of the records that steps refer to. */
export interface JourneyNames {
  readonly user: FormatName;
  readonly group: FormatName;
  readonly pond: FormatName;
  readonly rule: FormatName;
  readonly plan: FormatName;
}

/** A step in words. */
export interface StepText {
  readonly title: string;
  /** Further sentences, one a line. */
  readonly lines: readonly string[];
  readonly link?: { readonly to: string; readonly label: string };
}

/** `A, B and C`. */
const formatList = (names: readonly string[]): string => LIST.format(names);

const describeReceived = ({ system, source, type, ignored = [], duplicateOf }: StepDetails): StepText => ({
  title: system || source ? t`Received from ${system ?? source ?? ''}` : t`Received from an unknown sender`,
  lines: [
    [type, system && source && t`source ${source}`].filter(Boolean).join(', '),
    ignored.length > 0 ? t`Ignored or changed fields: ${ignored.join(', ')}.` : t`All fields were read.`,
    ...(duplicateOf === undefined ? [] : [t`The same inquiry arrived less than 60 s before.`]),
  ].filter((line) => line !== ''),
  ...(duplicateOf !== undefined && { link: { to: `/events/${duplicateOf}/journey`, label: t`First inquiry` } }),
});

const MATCHES = {
  id: (value: string) => t`By the id ${value}.`,
  email: (value: string) => t`By the email address ${value}.`,
  phone: (value: string) => t`By the phone number ${value}.`,
} as const;

const describeMatched = ({ personId, created, by }: StepDetails): StepText => ({
  title: created ? t`A new person was created` : t`Matched an existing person`,
  lines: by ? [MATCHES[by.kind](by.value)] : [],
  ...(personId !== undefined && { link: { to: `/people/${personId}`, label: t`Person` } }),
});

/** What a rule looks at first and the lead does not meet. */
const UNMET: Readonly<Record<string, (rule: string) => string>> = {
  source: (rule) => t`${rule} takes other sources.`,
  type: (rule) => t`${rule} takes other types of leads.`,
  price: (rule) => t`${rule} takes other prices.`,
  postalCode: (rule) => t`${rule} takes other postal codes.`,
};

/** Why a rule routed a lead, or none did. */
const CAUSES: Readonly<Record<string, (rule: string) => string>> = {
  rule: (rule) => t`${rule} took the lead`,
  noRules: () => t`The account has no rule for leads`,
  noRuleFits: () => t`No rule fits the lead`,
  noTarget: (rule) => t`${rule} fits, but has no user, group or pond`,
  noAvailableUser: (rule) => t`${rule} fits, but no user was available`,
  assignedByLead: (rule) => t`${rule} fits, but the lead names its user`,
  historical: () => t`Not routed: the lead is only for the history`,
  knownPerson: () => t`Not routed: the person keeps its user`,
};

const describeRouted = ({ cause = '', ruleId, unmet = [] }: StepDetails, { rule }: JourneyNames): StepText => ({
  title: CAUSES[cause]?.(ruleId === undefined ? t`A rule` : rule(ruleId)) ?? t`Routed`,
  lines: unmet.map(({ ruleId: id, condition }) => UNMET[condition]?.(rule(id)) ?? t`${rule(id)} does not fit.`),
});

const ASSIGNMENT_CAUSES: Readonly<Record<string, string>> = {
  claimed: t`The user claimed the lead.`,
  offerEnded: t`No user of the group claimed the lead in time.`,
};

const describeAssigned = (details: StepDetails, { user, group, pond }: JourneyNames): StepText => {
  const { userId, lenderId, pondId, groupId, cause = '' } = details;
  const targets = [
    userId !== undefined && user(userId),
    lenderId !== undefined && t`${user(lenderId)} as lender`,
    pondId !== undefined && t`the pond ${pond(pondId)}`,
  ].filter((target) => target !== false);
  const line = ASSIGNMENT_CAUSES[cause];
  const receivers = formatList(targets);
  return {
    title:
      groupId === undefined
        ? t`Assigned to ${receivers}`
        : targets.length === 0
          ? t`Offered to the group ${group(groupId)}`
          : t`Assigned to ${receivers}, offered to the group ${group(groupId)}`,
    lines: line ? [line] : [],
  };
};

const describeNotified = ({ userId, channels = [] }: StepDetails, { user }: JourneyNames): StepText => ({
  title: userId === undefined ? t`Notified a user` : t`Notified ${user(userId)}`,
  lines: channels.length > 0 ? [t`Channels: ${formatList(channels)}.`] : [],
});

const describePlan = ({ actionPlanId, status }: StepDetails, { plan }: JourneyNames): StepText => ({
  title: actionPlanId === undefined ? t`Started an action plan` : t`Started the action plan ${plan(actionPlanId)}`,
  lines: status ? [t`Now: ${status}.`] : [],
});

const DELIVERIES: Readonly<Record<string, (event: string) => string>> = {
  Delivered: (event) => t`Delivered to a webhook: ${event}`,
  Pending: (event) => t`Waiting for a webhook: ${event}`,
  GivenUp: (event) => t`Not delivered to a webhook: ${event}`,
};

const describeWebhook = (details: StepDetails): StepText => {
  const { event, webhookId, status = '', attempts, httpStatus } = details;
  return {
    title: DELIVERIES[status]?.(event ?? '') ?? t`Webhook: ${event ?? ''}`,
    lines: [
      [
        attempts !== undefined && plural(attempts, { one: '# attempt', other: '# attempts' }),
        httpStatus !== undefined && httpStatus !== null && t`the receiver returned status ${httpStatus}`,
      ]
        .filter((part) => part !== false)
        .join(', '),
    ].filter((line) => line !== ''),
    ...(webhookId !== undefined && { link: { to: `/webhooks/${webhookId}`, label: t`Deliveries` } }),
  };
};

const DESCRIPTIONS: Readonly<Record<StepName, (details: StepDetails, names: JourneyNames) => StepText>> = {
  received: describeReceived,
  matched: describeMatched,
  routed: describeRouted,
  assigned: describeAssigned,
  notified: describeNotified,
  planStarted: describePlan,
  webhook: describeWebhook,
};

/** Describes a step of a journey in words. */
export const describeStep = (step: JourneyStep, names: JourneyNames): StepText =>
  DESCRIPTIONS[step.step](step as StepDetails, names);

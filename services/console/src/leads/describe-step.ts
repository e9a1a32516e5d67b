import type { OperationResult } from '@porchlight/sdk';
import type { FormatName } from '../api/names';

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

const describeReceived = ({ system, source, type, ignored = [], duplicateOf }: StepDetails): StepText => ({
  title: `Received from ${system ?? source ?? 'an unknown sender'}`,
  lines: [
    [type, system && source && `source ${source}`].filter(Boolean).join(', '),
    ignored.length > 0 ? `Ignored or changed fields: ${ignored.join(', ')}.` : 'All fields were read.',
    ...(duplicateOf === undefined ? [] : ['The same inquiry arrived less than 60 s before.']),
  ].filter((line) => line !== ''),
  ...(duplicateOf !== undefined && { link: { to: `/events/${duplicateOf}/journey`, label: 'First inquiry' } }),
});

const IDENTITIES = { id: 'the id', email: 'the email address', phone: 'the phone number' } as const;

const describeMatched = ({ personId, created, by }: StepDetails): StepText => ({
  title: created ? 'A new person was created' : 'Matched an existing person',
  lines: by ? [`By ${IDENTITIES[by.kind]} ${by.value}.`] : [],
  ...(personId !== undefined && { link: { to: `/people/${personId}`, label: 'Person' } }),
});

/** What a rule looks at first and the lead does not meet. */
const UNMET: Readonly<Record<string, string>> = {
  source: 'takes other sources',
  type: 'takes other types of leads',
  price: 'takes other prices',
  postalCode: 'takes other postal codes',
};

/** Why a rule routed a lead, or none did. */
const CAUSES: Readonly<Record<string, (rule: string) => string>> = {
  rule: (rule) => `${rule} took the lead`,
  noRules: () => 'The account has no rule for leads',
  noRuleFits: () => 'No rule fits the lead',
  noTarget: (rule) => `${rule} fits, but has no user, group or pond`,
  noAvailableUser: (rule) => `${rule} fits, but no user was available`,
  assignedByLead: (rule) => `${rule} fits, but the lead names its user`,
  historical: () => 'Not routed: the lead is only for the history',
  knownPerson: () => 'Not routed: the person keeps its user',
};

const describeRouted = ({ cause = '', ruleId, unmet = [] }: StepDetails, { rule }: JourneyNames): StepText => ({
  title: CAUSES[cause]?.(ruleId === undefined ? 'A rule' : rule(ruleId)) ?? 'Routed',
  lines: unmet.map(({ ruleId: id, condition }) => `${rule(id)} ${UNMET[condition] ?? 'does not fit'}.`),
});

const ASSIGNMENT_CAUSES: Readonly<Record<string, string>> = {
  claimed: 'The user claimed the lead.',
  offerEnded: 'No user of the group claimed the lead in time.',
};

const describeAssigned = (details: StepDetails, { user, group, pond }: JourneyNames): StepText => {
  const { userId, lenderId, pondId, groupId, cause = '' } = details;
  const targets = [
    userId !== undefined && user(userId),
    lenderId !== undefined && `${user(lenderId)} as lender`,
    pondId !== undefined && `the pond ${pond(pondId)}`,
  ].filter((target) => target !== false);
  const line = ASSIGNMENT_CAUSES[cause];
  return {
    title: [
      targets.length > 0 && `Assigned to ${targets.join(' and ')}`,
      groupId !== undefined && `${targets.length > 0 ? 'offered' : 'Offered'} to the group ${group(groupId)}`,
    ]
      .filter((part) => part !== false)
      .join(', '),
    lines: line ? [line] : [],
  };
};

const describeNotified = ({ userId, channels = [] }: StepDetails, { user }: JourneyNames): StepText => ({
  title: `Notified ${userId === undefined ? 'a user' : user(userId)}`,
  lines: channels.length > 0 ? [`By ${channels.join(' and ')}.`] : [],
});

const describePlan = ({ actionPlanId, status }: StepDetails, { plan }: JourneyNames): StepText => ({
  title: `Started ${actionPlanId === undefined ? 'an action plan' : plan(actionPlanId)}`,
  lines: status ? [`Now: ${status}.`] : [],
});

const DELIVERIES: Readonly<Record<string, string>> = {
  Delivered: 'Delivered to a webhook',
  Pending: 'Waiting for a webhook',
  GivenUp: 'Not delivered to a webhook',
};

const describeWebhook = (details: StepDetails): StepText => {
  const { event, webhookId, status = '', attempts, httpStatus } = details;
  return {
    title: `${DELIVERIES[status] ?? 'Webhook'}: ${event}`,
    lines: [
      [
        attempts !== undefined && `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
        httpStatus !== undefined && httpStatus !== null && `the receiver returned status ${httpStatus}`,
      ]
        .filter((part) => part !== false)
        .join(', '),
    ].filter((line) => line !== ''),
    ...(webhookId !== undefined && { link: { to: `/webhooks/${webhookId}`, label: 'Deliveries' } }),
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

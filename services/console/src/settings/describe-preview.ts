import { plural, t } from '@lingui/core/macro';
import type { OperationResult } from '@porchlight/sdk';
import type { FormatName } from '../api/names';
import { now } from '../components/current-time';
import { formatCondition, nameOfRule, type Rule } from './lead-flow-rule';

export type LeadPreview = OperationResult<'people.leadFlows.preview'>;
type RuleOutcome = LeadPreview['rules'][number];

/** Names of the records that a preview refers to. */
export interface PreviewNames {
  readonly user: FormatName;
  readonly group: FormatName;
  readonly pond: FormatName;
  readonly plan: FormatName;
}

/** Who would get a lead, in words. */
export interface PreviewText {
  readonly title: string;
  readonly lines: readonly string[];
  /** What each rule does that does not take the lead. */
  readonly rules: readonly string[];
}

const MINUTE_MS = 60_000;
const IDENTITIES = { id: t`the id`, email: t`the email address`, phone: t`the phone number` } as const;
const CONDITIONS = {
  source: t`another source`,
  type: t`another type`,
  price: t`another price`,
  postalCode: t`another postal code`,
} as const;

const isSet = (id: number | null | undefined): id is number => typeof id === 'number';

const describeOffer = (
  { offeredUserIds, offeredUntil }: LeadPreview,
  groupId: number,
  { user, group }: PreviewNames,
): string => {
  const minutes = Math.max(1, Math.round((Date.parse(offeredUntil ?? '') - now()) / MINUTE_MS));
  const names = offeredUserIds.map(user).join(', ');
  return plural(minutes, {
    one: `The first who claims it within # minute gets it: ${names} (${group(groupId)}).`,
    other: `The first who claims it within # minutes gets it: ${names} (${group(groupId)}).`,
  });
};

const describeReceiver = (preview: LeadPreview, names: PreviewNames): string => {
  const { cause, assignedUserId, assignedLenderId, assignedPondId, offeredGroupId } = preview;
  if (cause === 'ignored') return t`No user gets it: the lead is ignored, and nothing is stored.`;
  if (isSet(offeredGroupId)) return describeOffer(preview, offeredGroupId, names);
  if (isSet(assignedPondId)) return t`No user gets it yet: it goes to the pond ${names.pond(assignedPondId)}.`;
  const user = isSet(assignedUserId) ? names.user(assignedUserId) : undefined;
  const lender = isSet(assignedLenderId) ? names.user(assignedLenderId) : undefined;
  const receiver = user && lender ? t`${user} and the lender ${lender}` : (user ?? lender);
  if (receiver === undefined) return t`No user gets it.`;
  return cause === 'knownPerson' ? t`${receiver} keeps it.` : t`${receiver} gets it.`;
};

const describeRule = (rule: Rule, { group }: PreviewNames): string[] => [
  t`By “${nameOfRule(rule)}”: ${formatCondition(rule)}.`,
  ...(rule.assignGroupId ? [t`Users of ${group(rule.assignGroupId)} get its leads.`] : []),
];

/** Who gets a lead that no rule assigns: only agents and lenders get the leads that their keys send. */
const describeFallback = ({ assignedUserId, assignedLenderId }: LeadPreview): string =>
  isSet(assignedUserId) || isSet(assignedLenderId)
    ? t`The user whose key sends the lead gets it.`
    : t`It is sent with the key of an owner or a broker, so it stays unassigned.`;

/** Why the lead goes there. */
const CAUSES: Readonly<Record<LeadPreview['cause'], (rule: string, fallback: string) => string>> = {
  rule: () => '',
  ignored: () => '',
  noRules: (_, fallback) => t`No rule may take leads. ${fallback}`,
  noRuleFits: (_, fallback) => t`No rule takes it. ${fallback}`,
  noTarget: (rule, fallback) => t`${rule} names no user, group or pond. ${fallback}`,
  noAvailableUser: (rule, fallback) => t`No user of ${rule} gets leads now. ${fallback}`,
  assignedByLead: (rule) => t`The lead names its user itself, which precedes ${rule}.`,
  historical: () => t`The lead is older than a day: no rule assigns it.`,
  knownPerson: () => t`A known person keeps its user.`,
};

const describeOutcome = ({ result, unmet }: RuleOutcome, name: string): string => {
  if (result === 'passedOver') return t`${name} is passed over: it names a deleted record or a disabled user.`;
  if (result === 'comesLater') return t`${name} fits too, but comes later.`;
  return t`${name} does not: ${unmet.map((condition) => CONDITIONS[condition]).join(', ')}.`;
};

/** Describes the preview of a lead in words. */
export const describePreview = (preview: LeadPreview, rules: readonly Rule[], names: PreviewNames): PreviewText => {
  const { cause, ruleId, matchedBy, unavailableUserIds, actionPlanId } = preview;
  const findRule = (id: number): Rule | undefined => rules.find((rule) => rule.id === id);
  const nameOf = (id: number): string => `“${nameOfRule(findRule(id) ?? { id, name: null })}”`;
  const rule = isSet(ruleId) ? findRule(ruleId) : undefined;
  const unavailable = unavailableUserIds.map(names.user).join(', ');
  const lines = [
    CAUSES[cause](isSet(ruleId) ? nameOf(ruleId) : '', describeFallback(preview)),
    matchedBy ? t`Found by ${IDENTITIES[matchedBy.kind]} ${matchedBy.value}.` : '',
    ...(rule ? describeRule(rule, names) : []),
    unavailable === '' ? '' : t`Paused or not active, so passed over: ${unavailable}.`,
    isSet(actionPlanId) ? t`The action plan ${names.plan(actionPlanId)} starts.` : '',
  ];
  return {
    title: describeReceiver(preview, names),
    lines: lines.filter((line) => line !== ''),
    rules: preview.rules
      .filter(({ result }) => result !== 'takesLead')
      .map((outcome) => describeOutcome(outcome, nameOf(outcome.ruleId))),
  };
};

import type { LeadRouting } from '../events';
import type { AccountSettings, LeadRule } from '../settings';
import { listIdentifying, type Contacts, type PersonDocument } from '../person';
import type { Lead } from './lead';
import { findRule, findUnmetCondition, type LeadDecision } from './lead-flow';

/** Rules that an explanation names. */
const MAX_RULES = 20;
const MAX_VALUE = 255;

/** The value of a lead that matched a known person: an id, else the first of its emails, then phones (D13.1). */
export const findMatchingValue = (
  before: Pick<PersonDocument, 'emails' | 'phones'>,
  { personId, person }: Pick<Lead, 'personId' | 'person'>,
): LeadRouting['matchedBy'] => {
  if (personId !== undefined) return { kind: 'id', value: String(personId) };
  const identities = new Set(listIdentifying(before));
  const isKnown = (contacts: Contacts): boolean => listIdentifying(contacts).some((one) => identities.has(one));
  const email = person.emails.find((each) => isKnown({ emails: [each], phones: [] }));
  if (email) return { kind: 'email', value: email.value.slice(0, MAX_VALUE) };
  const phone = person.phones.find((each) => isKnown({ emails: [], phones: [each] }));
  return phone && { kind: 'phone', value: phone.value.slice(0, MAX_VALUE) };
};

const hasTarget = ({ assignUserId, assignGroupId, assignPondId }: LeadRule): boolean =>
  (assignUserId ?? assignGroupId ?? assignPondId) !== undefined;

/** True if the decision gives the lead to the target of the rule. */
const isApplied = (settings: AccountSettings, rule: LeadRule, decision: LeadDecision): boolean => {
  const { assignedUserId, assignedLenderId, assignedPondId, offer } = decision;
  if (rule.assignPondId !== undefined && assignedPondId === rule.assignPondId) return true;
  if (rule.assignUserId !== undefined && assignedUserId === rule.assignUserId) return true;
  if (rule.assignGroupId === undefined) return false;
  if (offer) return offer.groupId === rule.assignGroupId;
  const members = settings.group(rule.assignGroupId)?.userIds ?? [];
  return [assignedUserId, assignedLenderId].some((id) => id !== undefined && members.includes(id));
};

const chooseCause = (
  settings: AccountSettings,
  { historyOnly, flow }: Pick<Lead, 'historyOnly' | 'flow'>,
  rule: LeadRule,
  decision: LeadDecision,
): LeadRouting['cause'] => {
  if (historyOnly) return 'historical';
  if (isApplied(settings, rule, decision)) return 'rule';
  if (!hasTarget(rule)) return 'noTarget';
  return flow.assignedUserId === undefined && flow.assignedLenderId === undefined
    ? 'noAvailableUser'
    : 'assignedByLead';
};

/** Which rule routed a new lead, or why none did (D13.9). */
const explainRule = (
  settings: AccountSettings,
  lead: Pick<Lead, 'historyOnly' | 'flow'>,
  decision: LeadDecision,
): Pick<LeadRouting, 'cause' | 'ruleId' | 'unmet'> => {
  const rules = settings.usableRules;
  const rule = findRule(rules, lead.flow);
  if (rule) return { cause: chooseCause(settings, lead, rule, decision), ruleId: rule.id };
  if (rules.length === 0) return { cause: 'noRules' };
  const unmet = rules
    .slice(0, MAX_RULES)
    .map((each) => ({ ruleId: each.id, condition: findUnmetCondition(each, lead.flow) ?? 'none' }));
  return { cause: 'noRuleFits', unmet };
};

/** How a lead was matched and routed, for its event; without `decision` its person existed. */
export const explainRoute = (
  settings: AccountSettings,
  lead: Pick<Lead, 'historyOnly' | 'flow'>,
  person: Pick<PersonDocument, 'assignedUserId' | 'assignedLenderId' | 'assignedPondId'>,
  {
    decision,
    matchedBy,
  }: { readonly decision?: LeadDecision | undefined; readonly matchedBy?: LeadRouting['matchedBy'] },
): Omit<LeadRouting, 'at'> => {
  const { assignedUserId: userId, assignedLenderId: lenderId, assignedPondId: pondId } = person;
  const groupId = decision?.offer?.groupId;
  return {
    ...(decision ? explainRule(settings, lead, decision) : { cause: 'knownPerson' as const }),
    ...(matchedBy && { matchedBy }),
    assigned: {
      ...(userId !== undefined && { userId }),
      ...(lenderId !== undefined && { lenderId }),
      ...(pondId !== undefined && { pondId }),
      ...(groupId !== undefined && { groupId }),
    },
  };
};

import { refuse } from '@porchlight/errors';
import { type AccountSettings, checkReceiver, type LeadRule } from '../settings';

/** A lead-flow rule as stored. */
export type RuleContent = Omit<LeadRule, 'id'> & { readonly name?: string };

const TARGETS = [
  { field: 'assignUserId', what: 'a user', exists: (settings: AccountSettings, id: number) => isUser(settings, id) },
  {
    field: 'assignGroupId',
    what: 'a group',
    exists: (settings: AccountSettings, id: number) => settings.group(id) !== undefined,
  },
  {
    field: 'assignPondId',
    what: 'a pond',
    exists: (settings: AccountSettings, id: number) => settings.pond(id) !== undefined,
  },
] as const;

const isUser = (settings: AccountSettings, id: number): boolean => {
  const member = settings.member(id);
  return member !== undefined && member.role !== 'Lender';
};

const invalid = (problems: string): Error => refuse('INVALID_BODY', { problems });

/**
 * Validates a rule: at most one target, ordered price bounds, no target together with `ignore`, existing targets. An
 * unchanged target is not checked, so that a rule of a deleted group can be renamed. Throws INVALID_BODY,
 * UNKNOWN_REFERENCE and USER_NOT_ACTIVE.
 */
export const checkRule = <R extends RuleContent>(rule: R, settings: AccountSettings, before?: RuleContent): R => {
  const targets = TARGETS.filter(({ field }) => rule[field] !== undefined);
  if (targets.length > 1)
    throw invalid(`At most one of 'assignUserId', 'assignGroupId' and 'assignPondId' may be set.`);
  if (rule.ignore && (targets.length > 0 || rule.actionPlanId !== undefined))
    throw invalid(`A rule that ignores leads can neither assign them nor apply an action plan.`);
  if (rule.minPrice !== undefined && rule.maxPrice !== undefined && rule.minPrice > rule.maxPrice)
    throw invalid(`Field 'minPrice' must not be above 'maxPrice'.`);
  for (const { field, what, exists } of targets) {
    const id = rule[field]!;
    if (id === before?.[field]) continue;
    if (!exists(settings, id)) throw refuse('UNKNOWN_REFERENCE', { field, what, value: id });
    // A rule may wait for an invited user: it is passed over until the user is active.
    if (field === 'assignUserId') checkReceiver(settings.member(id), field);
  }
  return rule;
};

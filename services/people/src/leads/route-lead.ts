import { LIMITS } from '@porchlight/limits';
import { type Clock, MINUTE_MS } from '@porchlight/runtime';
import type { Rotation } from './rotation';
import { type AccountSettings, type GroupView, type LeadRule, pondMembers } from '../settings';
import { defaultAssignment } from '../people';
import { findRule, type FlowLead, type LeadDecision, type LeadFlow } from './lead-flow';

type Assignment = Omit<LeadDecision, 'ignore' | 'actionPlanId'>;

/** Takes the next turn of a group among its available users; undefined when there are none. */
export const takeNextUser = async (
  rotation: Pick<Rotation, 'next'>,
  accountId: number,
  group: Pick<GroupView, 'id' | 'userIds'>,
  settings: AccountSettings,
): Promise<number | undefined> => {
  const active = settings.availableAmong(group.userIds);
  if (active.length <= 1) return active[0];
  return active[(await rotation.next(accountId, group.id)) % active.length];
};

/**
 * Routes new leads by the account's rules (decisions section 4). An assignment in the request precedes the rules. If no
 * rule assigns, the default of the API key applies. Rules do not assign historical leads, but
 * may ignore them.
 */
export const createLeadFlow = ({
  rotation,
  clock,
}: {
  readonly rotation: Pick<Rotation, 'next'>;
  readonly clock: Pick<Clock, 'now'>;
}): LeadFlow => {
  const groupAssignment = async (lead: FlowLead, group: GroupView, settings: AccountSettings) => {
    const { accountId } = lead.actor;
    if (group.distribution === 'first-to-claim') {
      const userIds = settings.availableAmong(group.userIds);
      const { claimWindow } = group;
      const window = claimWindow === undefined ? LIMITS.claimWindowMs.value : claimWindow * MINUTE_MS;
      const until = new Date(clock.now() + window);
      return userIds.length === 0 ? undefined : { offer: { groupId: group.id, userIds, until } };
    }
    const userId = await takeNextUser(rotation, accountId, group, settings);
    if (userId === undefined) return undefined;
    return group.type === 'Lender' ? { assignedLenderId: userId } : { assignedUserId: userId };
  };

  const byRule = async (rule: LeadRule, lead: FlowLead, settings: AccountSettings): Promise<Assignment | undefined> => {
    const group = rule.assignGroupId === undefined ? undefined : settings.group(rule.assignGroupId);
    // A group of lenders does not affect the assigned user, and vice versa.
    const said = group?.type === 'Lender' ? lead.assignedLenderId : lead.assignedUserId;
    if (said !== undefined) return undefined;
    if (group) return groupAssignment(lead, group, settings);
    if (rule.assignUserId !== undefined)
      return settings.availableAmong([rule.assignUserId]).length > 0
        ? { assignedUserId: rule.assignUserId }
        : undefined;
    const pond = rule.assignPondId === undefined ? undefined : settings.pond(rule.assignPondId);
    return pond && { assignedPondId: pond.id, pondUserIds: pondMembers(pond) };
  };

  return {
    async decide(lead, settings) {
      const rule = findRule(settings.usableRules, lead);
      if (rule?.ignore) return { ignore: true };
      const ruled = rule && !lead.historyOnly ? await byRule(rule, lead, settings) : undefined;
      const fallback = defaultAssignment(lead.actor);
      const group = ruled?.offer && settings.group(ruled.offer.groupId);
      // A lead of a pond or one offered to agents has no assigned user yet; one for lenders keeps its agent.
      const free = ruled?.assignedPondId !== undefined || (group !== undefined && group.type !== 'Lender');
      const lenderFree = group?.type === 'Lender';
      return {
        ignore: false,
        ...ruled,
        assignedUserId: lead.assignedUserId ?? (free ? undefined : (ruled?.assignedUserId ?? fallback.assignedUserId)),
        assignedLenderId:
          lead.assignedLenderId ?? (lenderFree ? undefined : (ruled?.assignedLenderId ?? fallback.assignedLenderId)),
        ...(rule?.actionPlanId !== undefined && !lead.historyOnly && { actionPlanId: rule.actionPlanId }),
      };
    },
  };
};

import type { Actor } from '@porchlight/access';
import type { PreviewLeadFlowRequest, PreviewLeadFlowResponse, RuleOutcome } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import type { PersonDocument } from '../person';
import { type AccountSettings, checkReceiver, type LeadRule } from '../settings';
import { explainRoute } from './explain-route';
import { findMatch } from './find-lead-person';
import type { Lead } from './lead';
import { type FlowLead, type LeadDecision, listUnmetConditions } from './lead-flow';
import type { LeadIntake, Leads } from './lead-parts';
import { buildFlowLead } from './lead-work';
import { newPerson } from './parse-lead';
import { readLead } from './receive-lead';
import { createLeadFlow } from './route-lead';

type Preview = Omit<PreviewLeadFlowResponse, 'ignored'>;

/** The user whose key sends the lead. Throws UNKNOWN_REFERENCE, and USER_NOT_ACTIVE: its keys work no longer. */
const findSender = (settings: AccountSettings, caller: Actor, senderId: number | undefined): FlowLead['actor'] => {
  if (senderId === undefined) return caller;
  const sender = settings.member(senderId);
  if (!sender) throw refuse('UNKNOWN_REFERENCE', { field: 'senderId', what: 'a user', value: senderId });
  checkReceiver(sender, 'senderId');
  return { accountId: caller.accountId, userId: sender.id, role: sender.role as Actor['role'] };
};

const describeRules = (settings: AccountSettings, lead: FlowLead): RuleOutcome[] => {
  const usable = new Set(settings.usableRules);
  let isTaken = false;
  const judge = (rule: LeadRule, unmet: readonly string[]): string => {
    if (!usable.has(rule)) return 'passedOver';
    if (unmet.length > 0) return 'doesNotFit';
    if (isTaken) return 'comesLater';
    isTaken = true;
    return 'takesLead';
  };
  return settings.leadRules.map((rule) => {
    const unmet = listUnmetConditions(rule, lead);
    return { ruleId: rule.id, result: judge(rule, unmet), unmet };
  });
};

/** The users that the rule names, directly or by its group, and that get no leads now. */
const listUnavailable = (settings: AccountSettings, rule: LeadRule | undefined): number[] => {
  const { assignUserId, assignGroupId } = rule ?? {};
  const members = assignGroupId === undefined ? [] : (settings.group(assignGroupId)?.userIds ?? []);
  const userIds = [...(assignUserId === undefined ? [] : [assignUserId]), ...members];
  const available = settings.availableAmong(userIds);
  return userIds.filter((id) => !available.includes(id));
};

/** The lead is about a known person, who keeps its user. */
const describeKnownPerson = (
  person: PersonDocument,
  { matchedBy, cause }: Pick<Preview, 'matchedBy' | 'cause'>,
): Preview => {
  const { assignedUserId, assignedLenderId, assignedPondId, claimed } = person;
  const isOffered = claimed === false;
  return {
    cause,
    personId: person.id,
    matchedBy,
    assignedUserId,
    assignedLenderId,
    assignedPondId,
    offeredGroupId: isOffered ? person.offeredGroupId : undefined,
    offeredUserIds: isOffered ? (person.offeredUserIds ?? []) : [],
    offeredUntil: isOffered ? person.offeredUntil : undefined,
    unavailableUserIds: [],
    rules: [],
  };
};

const describeNewPerson = (
  settings: AccountSettings,
  lead: Lead,
  flowLead: FlowLead,
  decision: LeadDecision,
): Preview => {
  const { cause, ruleId } = explainRoute(settings, lead, newPerson(lead, decision), { decision });
  const { assignedUserId, assignedLenderId, assignedPondId, offer, actionPlanId, ignore } = decision;
  const rule = settings.leadRules.find(({ id }) => id === ruleId);
  return {
    cause: ignore ? 'ignored' : cause,
    ruleId,
    assignedUserId,
    assignedLenderId,
    assignedPondId,
    offeredGroupId: offer?.groupId,
    offeredUserIds: [...(offer?.userIds ?? [])],
    offeredUntil: offer?.until,
    actionPlanId,
    unavailableUserIds: listUnavailable(settings, rule),
    rules: describeRules(settings, flowLead),
  };
};

/**
 * POST /v1/leadFlows/preview: who would get a lead, by the code that receives and routes leads. Its rotation looks at
 * turns without taking them. Throws as a lead does, and for an unknown sender.
 */
export const previewLeadFlow = (
  intake: Pick<LeadIntake, 'people' | 'merges' | 'settingsCache' | 'clock'> & Pick<Leads, 'rotation'>,
) => {
  const { rotation, settingsCache, clock } = intake;
  const leadFlow = createLeadFlow({ rotation: { next: rotation.peek }, clock });
  return async (request: PreviewLeadFlowRequest, call: StoreCall): Promise<PreviewLeadFlowResponse> => {
    // The caller may have changed a rule on another replica.
    settingsCache.forget(call.actor.accountId);
    const { lead, settings } = await readLead(intake, call, request);
    const { ignored } = lead;
    const sender = findSender(settings, call.actor, request.senderId);
    const match = await findMatch(intake, call, lead);
    if (match) {
      const { cause, matchedBy } = explainRoute(settings, lead, match.person, match);
      return { ...describeKnownPerson(match.person, { cause, matchedBy }), ignored: [...ignored] };
    }
    const flowLead = buildFlowLead(lead, sender);
    const decision = await leadFlow.decide(flowLead, settings);
    return { ...describeNewPerson(settings, lead, flowLead, decision), ignored: [...ignored] };
  };
};

import { canSeeViewers } from '@porchlight/access';
import { isExisting } from '@porchlight/backend';
import { isRefusal, refuse } from '@porchlight/errors';
import { systemCall, type StoreCall } from '@porchlight/store';
import type { ActionPlanDocument } from './action-plans-strategy';
import { computeWakeAt, type AppliedPlanDocument } from './applied-plan';
import type { PersonCopy } from '../copies';
import { outlineSteps } from './plan-steps';
import type { FollowPerson, PlanParts } from './plan-parts';

export interface ApplyParts extends PlanParts {
  readonly followPlans: FollowPerson;
  /** Notified when a plan starts. */
  readonly began: () => void;
}

/** The plan and the person. */
export interface Application {
  readonly personId: number;
  readonly actionPlanId: number;
  readonly status?: 'Running' | 'Paused';
  /** The id, if it was taken before. */
  readonly takenId?: number;
}

/** A holder that did not create the applied plan within this time has failed, ms. */
const ABANDONED_MS = 30_000;
const ROUNDS = 5;

/** The key of the slot of a person and plan. */
export const slotKey = (accountId: number, personId: number, actionPlanId: number): string =>
  `${accountId}:${personId}:${actionPlanId}`;

/**
 * Takes the slot for an applied plan. Returns false if the same plan is running or paused for the person. Idempotent.
 */
export const takeSlot = async (
  { slots, applied, clock }: Pick<PlanParts, 'slots' | 'applied' | 'clock'>,
  call: StoreCall,
  { id, personId, actionPlanId }: Pick<AppliedPlanDocument, 'id' | 'personId' | 'actionPlanId'>,
): Promise<boolean> => {
  const { accountId } = call.actor;
  const key = slotKey(accountId, personId, actionPlanId);
  for (let round = 0; round < ROUNDS; round++) {
    const held = await slots.take(key, id, clock.date());
    if (!held) return true;
    const other = await applied.load(systemCall(accountId, call.signal), held.holder);
    const isHeld = other
      ? other.status !== 'Completed' && other.personId === personId
      : clock.now() - held.at.getTime() < ABANDONED_MS;
    if (isHeld) return false;
    if (await slots.replace(key, held.holder, id, clock.date())) return true;
  }
  return false;
};

const begin = async (
  ports: ApplyParts,
  call: StoreCall,
  person: PersonCopy | undefined,
  plan: ActionPlanDocument,
  what: Application,
) => {
  const { applied, clock } = ports;
  const { accountId, userId } = call.actor;
  const { personId, actionPlanId, status = 'Running' } = what;
  const id = what.takenId ?? (await applied.takeId(call));
  if (!(await takeSlot(ports, call, { id, personId, actionPlanId }))) {
    throw refuse('CONFLICT', {
      message: `The action plan '${plan.name}' is already running or paused for this person. Change that one.`,
    });
  }
  const now = clock.date();
  const stepsKey = await ports.versions.save(accountId, actionPlanId, plan.steps);
  const fields = {
    personId,
    actionPlanId,
    userId,
    status,
    steps: outlineSteps(plan.steps),
    stepsKey,
    next: 0,
    pausedMs: 0,
    viewers: [...(person?.viewers ?? [])],
  };
  const wakeAt = status === 'Running' ? computeWakeAt({ ...fields, created: now }, 0) : undefined;
  const draft = { ...fields, created: now, ...(wakeAt && { wakeAt }), ...(status === 'Paused' && { pausedAt: now }) };
  const appliedPlan = await applied.insert(call, draft, { takenId: id });
  // The person was reassigned or deleted during the write; the consumer of that change did not see the applied plan.
  const [after] = await ports.people.withDeleted(accountId, [personId]);
  if (after && (after.deleted || after.version !== person?.version))
    await ports.followPlans(accountId, personId, call.signal);
  ports.began();
  return appliedPlan;
};

/**
 * Applies a plan to a person on behalf of the caller (decisions section 6). Throws NOT_FOUND for a missing or invisible
 * person or plan, CONFLICT if the plan is already running or paused for the person.
 */
export const applyPlan =
  (ports: ApplyParts) =>
  async (call: StoreCall, what: Application): Promise<AppliedPlanDocument> => {
    const { people, plans } = ports;
    const { actor, signal } = call;
    const [person] = await ports.copyWaits.until(
      actor.accountId,
      () => people.withDeleted(actor.accountId, [what.personId]),
      (copies) => copies.length > 0,
      { signal },
    );
    if (!isExisting(person) || !canSeeViewers(actor, person.viewers)) throw refuse('NOT_FOUND', { what: 'person' });
    const plan = await plans.load(call, what.actionPlanId);
    if (plan?.status !== 'Active') throw refuse('NOT_FOUND', { what: 'action plan' });
    return begin(ports, call, person, plan, what);
  };

/**
 * Applies the plan of a lead flow. The copy of the person may not have arrived yet; the viewers are filled in later.
 * Returns false if there is nothing to apply: the plan or person is deleted, or the plan is already running.
 */
export const applyLeadPlan =
  (ports: ApplyParts) =>
  async (call: StoreCall, what: Application & { readonly takenId: number }): Promise<boolean> => {
    const { people, plans, applied } = ports;
    const service = systemCall(call.actor.accountId, call.signal);
    if (await applied.load(service, what.takenId)) return false;
    const [person] = await people.withDeleted(call.actor.accountId, [what.personId]);
    const plan = await plans.load(service, what.actionPlanId);
    if ((person && !isExisting(person)) || plan?.status !== 'Active') return false;
    try {
      await begin(ports, call, person, plan, what);
      return true;
    } catch (error) {
      if (isRefusal(error) && error.reason === 'CONFLICT') return false;
      throw error;
    }
  };

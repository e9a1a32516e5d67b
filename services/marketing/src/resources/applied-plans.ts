import type { AppliedPlan } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import type { Index, Strategy } from '@porchlight/store';
import type { PlanDirectory } from '../ports';
import { paused, resumed, type AppliedPlanDocument } from '../rules/applied-plan';

export const APPLIED_PLAN_INDEXES: readonly Index[] = [
  { keys: { personId: 1 } },
  { keys: { actionPlanId: 1 } },
  // What waits, of all accounts. Not sparse: such an index would serve no queries everywhere.
  { keys: { wakeAt: 1 }, global: true },
];

export interface AppliedPlanRules {
  readonly directory: Pick<PlanDirectory, 'areActive'>;
  readonly clock: Pick<Clock, 'date'>;
}

/** Rules of applied plans (specification: Applied action plan; decisions section 6): paused and resumed, seen by who sees the person. */
export const createAppliedPlanStrategy = ({ directory, clock }: AppliedPlanRules): Strategy<AppliedPlan, AppliedPlanDocument> => ({
  viewersOf: ({ viewers }) => viewers,
  async prepareForUpdate({ actor }, before, { status }, mask) {
    if (!mask.has('status') || status === undefined || status === before.status) return before;
    if (before.status === 'Completed') {
      throw refuse('CONFLICT', { message: 'All steps of this action plan are done. Apply the plan anew to repeat them.' });
    }
    if (status === 'Paused') return paused(before, clock.date());
    const active = await directory.areActive(actor.accountId, [before.actionPlanId]);
    if (!active.has(before.actionPlanId)) {
      throw refuse('CONFLICT', { message: 'The action plan was deleted. Make it Active again before its applied plans run on.' });
    }
    return resumed(before, clock.date());
  },
  toRecord: ({ id, created, updated, personId, actionPlanId, status, version }) => ({
    id,
    created,
    updated,
    personId,
    actionPlanId,
    status,
    version,
  }),
});

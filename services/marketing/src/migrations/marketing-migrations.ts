import { repairCopies } from '@porchlight/backend';
import { actionPlans, emCampaigns, templates } from '@porchlight/contracts';
import { systemClock } from '@porchlight/runtime';
import { addNameKeys, type Migration, refoldText, inAllAccounts } from '@porchlight/store';
import { findMissingPipelines } from '../automations';
import { copyDefinitions } from '../copies';
import { followFormerOptOuts } from '../suppressions';
import { markFormerSenders } from '../sender-domains';
import { createPlanVersions, type AppliedPlanDocument, type PlanVersion, outlineSteps } from '../action-plans';

/** Documents of one batch. Their steps are read one document at a time: one may be 9 MB. */
const SIZE = 200;

/**
 * Applied plans contained all steps of their plan (hardening C3). An outline remains; the steps move to `planVersions`.
 */
export const sharePlanSteps: Migration = {
  name: '2026-11-share-plan-steps',
  async batch(context, from) {
    const applied = context.collection<AppliedPlanDocument>('actionPlansPeople');
    const versions = createPlanVersions(context.collection<PlanVersion>('planVersions'));
    const filter = inAllAccounts(from === undefined ? {} : { _id: { $gt: from } });
    const page = await applied.find(filter, {
      sort: { _id: 1 },
      limit: SIZE,
      projection: { _id: 1, stepsKey: 1, deletedAt: 1 },
    });
    let changed = 0;
    for (const { _id, stepsKey, deletedAt } of page) {
      context.signal.throwIfAborted();
      if (stepsKey !== undefined || deletedAt !== undefined) continue;
      const plan = await applied.findOne({ _id });
      if (!plan?.steps) continue;
      const key = await versions.save(plan.accountId, plan.actionPlanId, plan.steps);
      if (await applied.updateOne({ _id }, { $set: { stepsKey: key, steps: outlineSteps(plan.steps) } })) changed++;
    }
    return { changed, ...(page.length === SIZE && { next: page.at(-1)!._id }) };
  },
};

/**
 * Migrations of this service, in the order in which they run; those of suppressions follow. A migration stays until
 * every database is past it.
 */
export const migrations: readonly Migration[] = [
  sharePlanSteps,
  addNameKeys('2026-11-campaign-name-keys', emCampaigns.resource),
  // Copies were merged: they may have values that the original no longer has.
  ...repairCopies('2026-11-replace-copies', copyDefinitions, systemClock),
  // Users have what decides whether invitations are mailed to them.
  ...repairCopies('2026-12-confirmed-users', copyDefinitions, systemClock),
  // Keys of names fold more letters (D13.7).
  refoldText('2026-12-folded-campaigns', emCampaigns.resource, [{ text: 'name', key: 'nameKey' }]),
  refoldText('2026-12-folded-plans', actionPlans.resource, [{ text: 'name', key: 'nameKey' }]),
  refoldText('2026-12-folded-templates', templates.resource, [{ text: 'name', key: 'nameKey' }]),
  followFormerOptOuts('2026-12-former-opt-outs', systemClock),
  markFormerSenders('2026-12-former-senders', systemClock),
  findMissingPipelines('2026-12-missing-pipelines', systemClock),
];

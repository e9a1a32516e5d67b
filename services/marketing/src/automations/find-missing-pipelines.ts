import { defineJob, done, openJobStore, ROLLING_UPDATE_MS, type Jobs, type Originals } from '@porchlight/backend';
import type { Automation } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import { column, inAllAccounts, systemCall, type Migration, type ResourceStore } from '@porchlight/store';
import type { AutomationDocument } from './automation-document';
import { findPipelineId } from './automation-references';

const key = { automationId: column.number };

/** What the lookups work with. */
export interface PipelineLookupParts {
  readonly automations: Pick<ResourceStore<Automation, AutomationDocument>, 'load' | 'modify'>;
  readonly originals: Pick<Originals, 'page'>;
}

/** Jobs that look up pipelines. */
export type PipelineLookups = Jobs<typeof key, Record<never, never>, PipelineLookupParts>;

/**
 * Stores the pipeline of the stage of deals in the trigger of an automation that an earlier version stored without it,
 * so that a delete of the pipeline finds the automation (D13.3). A stage that no pipeline has stays without one: no
 * deal can get it.
 */
export const pipelineLookups = defineJob({
  name: 'automationPipelineLookups',
  key,
  data: {},
  every: '5s',
  stepTimeout: '15s',
  concurrency: 2,
  share: 0.5,
  step:
    ({ automations, originals }: PipelineLookupParts) =>
    async ({ job: { accountId, key: jobKey }, call }) => {
      const system = systemCall(accountId, call.signal);
      const lacking = await automations.load(system, jobKey.automationId);
      const dealStageId = lacking?.trigger.dealStageId;
      if (dealStageId === undefined) return done();
      const dealPipelineId = await findPipelineId({ originals }, system, dealStageId);
      if (dealPipelineId === undefined) return done();
      // A caller may have changed the trigger meanwhile: the pipeline belongs to this stage only.
      const complete = (before: AutomationDocument): AutomationDocument =>
        before.trigger.dealStageId === dealStageId
          ? { ...before, trigger: { ...before.trigger, dealPipelineId } }
          : before;
      await unlessGone(automations.modify(system, jobKey.automationId, complete, { silent: true }));
      return done();
    },
});

/** Documents of one batch. */
const SIZE = 500;

/**
 * Adds the lookup of each automation that names a stage of deals without its pipeline. It asks no other service, so
 * services may start in any order.
 */
export const findMissingPipelines = (name: string, clock: Clock): Migration => ({
  name,
  async batch(context, from) {
    const page = await context
      .collection<AutomationDocument>('automations')
      .find(inAllAccounts(from === undefined ? {} : { _id: { $gt: from } }), {
        sort: { _id: 1 },
        limit: SIZE,
        projection: { _id: 1, accountId: 1, id: 1, trigger: 1 },
      });
    const lookups = openJobStore({ store: context, clock }, pipelineLookups);
    const lacking = page.filter(
      ({ trigger }) => trigger?.dealStageId !== undefined && trigger.dealPipelineId === undefined,
    );
    for (const { accountId, id } of lacking)
      await lookups.add(accountId, { automationId: id }, {}, new Date(clock.now() + ROLLING_UPDATE_MS));
    return { changed: lacking.length, ...(page.length === SIZE && { next: page.at(-1)!._id }) };
  },
});

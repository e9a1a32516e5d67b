import { defineNamingRecords, followRenamedStages, methods } from '@porchlight/backend';
import { stageRenamed, stages as descriptor, StageServiceDefinition } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, type StoreCall } from '@porchlight/store';
import { people } from '../people';
import { defineFeature } from '../service';
import { settings, smartListNames, type Settings } from '../settings';
import { deleteStage, type StageDeletion, stageMoveJob, type StageMoveJobs } from './delete-stage';
import { createMovePeople } from './move-people';

type Handler<Q, A, C> = (request: Q, call: C) => Promise<A>;

/** Wraps handlers of stages: the first request for the stages of a new account creates the default stages. */
const withDefaultStages =
  ({ settingsCache }: Pick<Settings, 'settingsCache'>) =>
  <Q, A, C extends StoreCall>(handler: Handler<Q, A, C>): Handler<Q, A, C> =>
  async (request, call) => {
    await settingsCache.load(call.actor.accountId);
    return handler(request, call);
  };

/** What this feature opens; it runs the jobs itself. */
interface OpenedStages extends StageDeletion {
  readonly moveJobs: StageMoveJobs;
}

/** Stages: their order, and the people of a stage that is deleted. */
export const stages = defineFeature({
  name: 'stages',
  needs: { settings, people },
  open: ({ settings: opened, people: { people: store }, ids, clock, logger, openJobs }): OpenedStages => ({
    ...opened,
    clock,
    logger,
    moveJobs: openJobs(stageMoveJob),
    movePeople: createMovePeople({ people: store, ids }),
  }),
  serve(deletion, { settings: opened }) {
    const handlers: Handlers<typeof StageServiceDefinition> = createResourceHandlers(descriptor, deletion.stages);
    const seeded = withDefaultStages(deletion);
    return {
      methods: [
        methods(StageServiceDefinition, {
          getStage: seeded(handlers.getStage),
          listStages: seeded(handlers.listStages),
          createStage: handlers.createStage,
          updateStage: handlers.updateStage,
          deleteStage: deleteStage(deletion),
        }),
      ],
      jobs: [deletion.moveJobs.run(deletion)],
      on: {
        'people.cascade': {
          // Only smart lists name stages.
          handler: followRenamedStages([defineNamingRecords(opened.smartLists, smartListNames)]),
          types: new Set([stageRenamed.type]),
        },
      },
    };
  },
});

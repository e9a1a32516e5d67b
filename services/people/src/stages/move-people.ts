import { unlessGone } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import type { MovingCall, People } from '../people';
import { derive } from '../person';
import type { Parts } from '../service';
import type { MovePeople } from './delete-stage';

const BATCH = 100;
const CONCURRENCY = 8;

/** Moves all people of a stage to another one, in batches whose webhooks have one batch id. */
export const createMovePeople =
  ({ people, ids }: Pick<People, 'people'> & Pick<Parts, 'ids'>): MovePeople =>
  async ({ actor, signal, suppressOwn = false }, stageId, resolveTarget) => {
    const call: MovingCall = { actor, signal, suppressOwn, batchId: ids.eventId(), showsStoredStage: true };
    for (;;) {
      call.signal.throwIfAborted();
      const batch = await people.find(call, { stageId }, BATCH);
      if (batch.length === 0) return;
      const target = await resolveTarget();
      await mapBounded(batch, CONCURRENCY, ({ id }) =>
        unlessGone(
          people.modify(call, id, (before) =>
            before.stageId === stageId ? derive({ ...before, stageId: target }) : undefined,
          ),
        ),
      );
    }
  };

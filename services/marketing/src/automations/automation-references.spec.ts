import { systemCall } from '@porchlight/store';
import { expectRefusal } from '@porchlight/testkit';
import type { StoredTrigger } from './automation-document';
import { findDealPipeline } from './automation-references';

const call = systemCall(1, new AbortController().signal);
const trigger: StoredTrigger = { type: 'dealStageChanged', dealStageId: 4 };

/** The trigger with the stage that pipeline 2 has, if it exists. */
const findWith = (exists: boolean, before: StoredTrigger | undefined) => {
  const pipelines = exists ? [{ id: 2, version: 1, name: 'Buyers' }] : [];
  return findDealPipeline({ originals: { page: async () => pipelines as never } }, call, trigger, before);
};

describe('D13.3 the pipeline of the stage of deals in a trigger', () => {
  it('given a trigger that an earlier version stored without it, when the trigger is sent again, then it is found', async () => {
    expect(await findWith(true, trigger)).toEqual({ ...trigger, dealPipelineId: 2 });
  });

  it('given such a trigger whose stage is gone, then it stays as it is', async () => {
    expect(await findWith(false, trigger)).toEqual(trigger);
  });

  it('given a stored pipeline that is gone, then it stays', async () => {
    expect(await findWith(false, { ...trigger, dealPipelineId: 7 })).toEqual({ ...trigger, dealPipelineId: 7 });
  });

  it('given a stage that the trigger did not have before, then its pipeline must exist', async () => {
    await expectRefusal(findWith(false, { ...trigger, dealStageId: 5, dealPipelineId: 7 }), 'UNKNOWN_REFERENCE');
  });
});

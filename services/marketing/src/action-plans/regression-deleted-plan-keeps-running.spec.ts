import { Change } from '@porchlight/contracts';
import { createManualClock } from '@porchlight/runtime';
import type { AppliedPlanDocument } from './applied-plan';
import { followPlanChanges, type PlanChangeParts } from './follow-changes';

const APPLIED = 5_500;

it('given a deleted plan that more than 5,000 people have, all applied plans are paused, also after an abort', async () => {
  const applied = new Map<number, AppliedPlanDocument>();
  for (let id = 1; id <= APPLIED; id++) {
    applied.set(id, { id, actionPlanId: 7, status: 'Running', created: new Date(0) } as unknown as AppliedPlanDocument);
  }
  let aborting = new AbortController();
  let remaining = 1_000;
  const ports = {
    plans: { load: async () => ({ status: 'Deleted' }) },
    applied: {
      find: async (_call: unknown, { id }: { id?: { $lt: number } }, limit: number) =>
        [...applied.values()]
          .filter((plan) => id === undefined || plan.id < id.$lt)
          .sort((a, b) => b.id - a.id)
          .slice(0, limit),
      modify: async (_call: unknown, id: number, change: (before: AppliedPlanDocument) => AppliedPlanDocument) => {
        if (remaining-- <= 0) aborting.abort();
        aborting.signal.throwIfAborted();
        applied.set(id, change(applied.get(id)!));
      },
    },
    clock: createManualClock(),
  } as unknown as PlanChangeParts;
  const empty = Change.decode(new Uint8Array(0));
  const value = Change.encode({ ...empty, accountId: 1, ids: [7], changed: ['status'] }).finish();
  const batch = [{ key: '1', id: 'a', type: 'marketing.actionPlans.updated', time: new Date(0), value }];
  const run = () => followPlanChanges(ports)(batch, { topic: 't', partition: 0, signal: aborting.signal });
  const running = () => [...applied.values()].filter(({ status }) => status === 'Running').length;
  await expect(run()).rejects.toThrow();
  expect(running()).toBeGreaterThan(0);
  aborting = new AbortController();
  remaining = Infinity;
  await run();
  expect(running()).toBe(0);
});

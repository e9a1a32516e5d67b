import { expectRefusal } from '@porchlight/testkit';
import type { StoreCall } from '@porchlight/store';
import type { Deals } from './deal-parts';
import { withPipelineCheck, withPartyCheck } from './save-deal';

const now = new Date('2026-03-01T12:00:00Z');
const call: StoreCall = { actor: { accountId: 1, userId: 3, role: 'Agent' }, signal: new AbortController().signal };
const before = {
  id: 9,
  pipelineId: 1,
  stageId: 1,
  status: 'Active',
  deleted: false,
  enteredStageAt: now,
  orderWeight: 1000,
  peopleIds: [],
  userIds: [3],
};

const portsWith = (pipeline: object | undefined) => {
  const removed: number[] = [];
  let restored: object | undefined;
  const ports = {
    clock: { date: () => now },
    parties: { check: async () => undefined },
    pipelines: { load: async () => pipeline },
    deals: {
      load: async () => before,
      remove: async (_call: StoreCall, id: number) => void removed.push(id),
      modify: async (_call: StoreCall, _id: number, change: (document: object) => object) => {
        restored = change({ ...before, pipelineId: 2, stageId: 5, name: 'newer' });
      },
    },
  } as unknown as Deals;
  return { ports, removed, restored: () => restored };
};
const answering = (record: object) => async () => ({ record, created: true }) as never;
const created = { id: 9, pipelineId: 2, stageId: 5, status: 'Active' };
const CLOSED = [undefined, { closingUntil: new Date(now.getTime() + 1) }];
const OPEN = [{}, { closingUntil: now }];

describe('a deal whose pipeline is deleted concurrently', () => {
  it('given a create, then the deal is deleted again', async () => {
    for (const pipeline of CLOSED) {
      const { ports, removed } = portsWith(pipeline);
      await expectRefusal(withPipelineCheck(ports, answering(created))({}, call), 'CONFLICT');
      expect(removed).toEqual([9]);
    }
    for (const pipeline of OPEN) {
      const { ports, removed } = portsWith(pipeline);
      await expect(withPipelineCheck(ports, answering(created))({}, call)).resolves.toMatchObject({ record: created });
      expect(removed).toEqual([]);
    }
    // A deleted deal needs no pipeline.
    const { ports } = portsWith(undefined);
    await expect(
      withPipelineCheck(ports, answering({ ...created, status: 'Deleted' }))({}, call),
    ).resolves.toBeDefined();
  });

  it('given a move, then the deal returns to its stage; other changes stay', async () => {
    const request = { id: 9, record: created as never, mask: ['stageId'] };
    const closed = portsWith(undefined);
    await expectRefusal(withPartyCheck(closed.ports, answering(created))(request, call), 'CONFLICT');
    expect(closed.restored()).toEqual({ ...before, name: 'newer' });
    const open = portsWith({});
    await withPartyCheck(open.ports, answering(created))(request, call);
    expect(open.restored()).toBeUndefined();
    // A deal that stays in its pipeline needs no check.
    const staying = portsWith(undefined);
    await withPartyCheck(staying.ports, answering({ ...created, pipelineId: 1 }))(request, call);
    expect(staying.restored()).toBeUndefined();
  });
});

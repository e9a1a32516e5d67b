import type { Actor } from '@porchlight/access';
import type { FilterValues } from '@porchlight/resource';
import { findCountedList, formatCountKey, listCountKeys, statusCondition } from './deal-totals';

const owner: Actor = { accountId: 1, userId: 1, role: 'Owner' };
const agent: Actor = { accountId: 1, userId: 3, role: 'Agent' };
const filters = (query: Record<string, string | string[]>): FilterValues[] =>
  Object.entries(query).map(([name, values]) => ({ name, values: [values].flat() }));
const keyFor = (actor: Actor, query: Record<string, string | string[]>): string | undefined => {
  const list = findCountedList(actor, filters(query));
  return list && formatCountKey(list);
};

describe('stored counts of deals', () => {
  it('count active deals', () => {
    const deal = { status: 'Active', pipelineId: 2, stageId: 7, userIds: [3] };
    expect(listCountKeys(deal)).toEqual([
      'visible',
      'pipeline:2',
      'stage:7',
      'user:3',
      'userPipeline:3-2',
      'userStage:3-7',
    ]);
    for (const status of ['Archived', 'Deleted']) expect(listCountKeys({ ...deal, status })).toEqual([]);
  });

  it('provide totals of lists of all users, a user, a pipeline or a stage', () => {
    expect(keyFor(owner, {})).toBe('visible');
    expect(keyFor(owner, { includeDeleted: 'false', includeArchived: 'false' })).toBe('visible');
    expect(keyFor(owner, { pipelineId: '2' })).toBe('pipeline:2');
    expect(keyFor(owner, { userId: '3', stageId: '7' })).toBe('userStage:3-7');
    expect(keyFor(agent, {})).toBe('user:3');
    expect(keyFor(agent, { userId: '3', pipelineId: '2' })).toBe('userPipeline:3-2');
  });

  it('provide no total of other lists', () => {
    const others: Record<string, string | string[]>[] = [
      { includeDeleted: 'true' },
      { includeArchived: 'true' },
      { closed: 'true' },
      { status: 'Active' },
      { personId: '4' },
      { pipelineId: '2', stageId: '7' },
      { stageId: ['7', '8'] },
      { createdAfter: '2026-01-01T00:00:00.000Z' },
    ];
    for (const query of others) expect(keyFor(owner, query)).toBeUndefined();
    expect(keyFor(agent, { userId: '4' })).toBeUndefined();
  });

  it.each([
    [{}, { status: 'Active' }],
    [{ includeDeleted: 'false' }, { status: 'Active' }],
    [{ includeDeleted: 'true' }, { status: { $in: ['Active', 'Deleted'] } }],
    [{ includeArchived: 'true' }, { status: { $in: ['Active', 'Archived'] } }],
    [{ id: '7' }, { status: { $in: ['Active', 'Archived'] } }],
    [{ includeArchived: 'true', includeDeleted: 'true' }, undefined],
    [{ status: 'Deleted' }, undefined],
  ] as [Record<string, string>, object | undefined][])('a list with %j shows statuses %j', (query, condition) => {
    expect(statusCondition(filters(query))).toEqual(condition);
  });
});

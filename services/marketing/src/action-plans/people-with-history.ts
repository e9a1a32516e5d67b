import { systemCall } from '@porchlight/store';
import type { PlanParts } from './plan-parts';

/** Records of 100 people that are read to find those with history; above it, all of the people are returned. */
const MAX_HISTORY = 5_000;

/** Returns the people among these who have email events or applied plans. */
export const listPeopleWithHistory =
  ({ rows, applied }: Pick<PlanParts, 'rows' | 'applied'>) =>
  async (accountId: number, personIds: readonly number[], signal: AbortSignal): Promise<readonly number[]> => {
    const [call, among] = [systemCall(accountId, signal), { personId: { $in: [...personIds] } }];
    const records = await Promise.all([rows.find(call, among, MAX_HISTORY), applied.find(call, among, MAX_HISTORY)]);
    if (records.some(({ length }) => length === MAX_HISTORY)) return personIds;
    return [...new Set(records.flat().map(({ personId }) => personId))];
  };

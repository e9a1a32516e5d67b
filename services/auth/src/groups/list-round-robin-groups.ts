import type { ListRoundRobinGroupsRequest, ListRoundRobinGroupsResponse } from '@porchlight/contracts';
import { FIRST_PAGE } from '@porchlight/resource';
import type { ResourceHandlers, StoreCall } from '@porchlight/store';

/** Lists groups with round robin (decisions section 11). */
export const listRoundRobinGroups =
  (handlers: ResourceHandlers) =>
  ({ query = FIRST_PAGE }: ListRoundRobinGroupsRequest, call: StoreCall): Promise<ListRoundRobinGroupsResponse> => {
    const filters = query.filters.filter(({ name }) => name !== 'distribution');
    filters.push({ name: 'distribution', values: ['round-robin'] });
    return handlers['listGroups']!({ query: { ...query, filters } }, call) as Promise<ListRoundRobinGroupsResponse>;
  };

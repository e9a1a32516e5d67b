import { defineResource, int, readOnly, str, time } from '@porchlight/resource';
import type { Timeframe } from '../generated/porchlight/people/v1/timeframe_service';
import { EVERYONE } from '../roles';

/** When a person means to buy or sell: a fixed list (decisions section 6). */
export const TIMEFRAMES = ['0-3 Months', '3-6 Months', '6-12 Months', '12+ Months', 'No Plans'] as const;

/** When somebody wants to buy or sell: a fixed list (specification: Timeframe). */
export const timeframes = defineResource<Timeframe>({
  service: 'people',
  resource: 'timeframes',
  noun: 'Timeframe',
  nouns: 'Timeframes',
  path: 'timeframes',
  collection: 'timeframes',
  verbs: ['get', 'list'],
  roles: { get: EVERYONE, list: EVERYONE },
  visibility: 'account',
  fields: {
    id: readOnly(int()),
    created: readOnly(time(), { shown: false }),
    updated: readOnly(time(), { shown: false }),
    timeframe: readOnly(str()),
    name: readOnly(str()),
    version: readOnly(int(), { shown: false }),
  },
  filters: {},
  sorts: { id: { on: 'id' } },
});

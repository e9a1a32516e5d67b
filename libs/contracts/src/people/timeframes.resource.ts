import { defineResource, readOnly, str } from '@porchlight/resource';
import { TimeframeServiceDefinition, type Timeframe } from '../generated/porchlight/people/v1/timeframe_service';
import { EVERYONE } from '../roles';

/** Names of the timeframes in their order. */
export const TIMEFRAMES = ['0-3 Months', '3-6 Months', '6-12 Months', '12+ Months', 'No Plans'] as const;

/** Planned time of a purchase or sale: a fixed list (specification: Timeframe). */
export const timeframes = defineResource<Timeframe>(TimeframeServiceDefinition, {
  description: 'When people want to buy or sell.',
  roles: { read: EVERYONE },
  timestamps: false,
  describe: { timeframe: 'The timeframe in words.', name: 'The same as `timeframe`.' },
  fields: {
    timeframe: readOnly(str()),
    name: readOnly(str()),
  },
  records: TIMEFRAMES.map((name, at) => ({
    id: at + 1,
    timeframe: name,
    name,
    created: undefined,
    updated: undefined,
    version: 1,
  })),
});

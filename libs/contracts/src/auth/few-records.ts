import { renderTime, type JsonSchema } from '@porchlight/resource';

/** The body of a list that always fits in one page. */
export const wrapped = (collection: string, records: readonly object[]): object => ({
  _metadata: { collection, offset: 0, limit: 100, total: records.length, next: null, nextLink: null },
  [collection]: records,
});

/** A time in JSON; null if absent. */
export const moment = (time: Date | undefined): string | null => (time ? renderTime(time) : null);

export const text: JsonSchema = { type: 'string' };
export const integer: JsonSchema = { type: 'integer' };
export const timeOrNull: JsonSchema = { type: ['string', 'null'], format: 'date-time' };
/** The schema of `wrapped`. */
export const wrapper = (collection: string, item: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    _metadata: {
      type: 'object',
      properties: {
        collection: { type: 'string', const: collection },
        offset: integer,
        limit: integer,
        total: integer,
        next: { type: 'null' },
        nextLink: { type: 'null' },
      },
      required: ['collection', 'offset', 'limit', 'total', 'next', 'nextLink'],
    },
    [collection]: { type: 'array', items: item },
  },
  required: ['_metadata', collection],
});

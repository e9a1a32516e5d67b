import type { Actor, Role } from '@porchlight/access';
import {
  bool,
  defineResource,
  int,
  list,
  readOnly,
  required,
  str,
  time,
  writable,
  type ListQuery,
  type Row,
} from '@porchlight/resource';
import { splitGrams, normalizeText } from '../../src/lists/text-grams';
import type { Document } from '../../src/contract/document';
import type { StoreCall } from '../../src/contract/store-call';
import type { ResourceOptions, Strategy } from '../../src/contract/strategy';
import { text } from '../../src/schema/columns';

const ALL: readonly Role[] = ['Owner', 'Broker', 'Agent', 'Lender'];

/** A record of the resource that the conformance suite works with. */
export interface Item extends Row {
  created?: Date | undefined;
  updated?: Date | undefined;
  name?: string | undefined;
  color?: string | undefined;
  price?: number | undefined;
  ownerId?: number | undefined;
  done?: boolean | undefined;
  code?: string | undefined;
  shelf?: number | undefined;
  seen?: Date | undefined;
  hidden?: boolean | undefined;
  tags: string[];
}

export interface ItemDocument extends Document, Omit<Item, keyof Document | 'name'> {
  name: string;
  nameKey: string;
  nameGrams: string[];
}

/** The shelves from the lowest to the highest; a test may order them anew. */
export const SHELVES: { order: readonly number[] } = { order: [30, 10, 20, 5] };

/** Every kind of filter, sort and count that the store knows, in one resource. */
export const items = defineResource<Item>(
  { name: 'ItemService', fullName: 'porchlight.sample.v1.ItemService', methods: {} },
  {
    timestamps: 'none',
    verbs: ['create', 'get', 'list', 'update', 'delete'],
    roles: { create: ALL, get: ALL, list: ALL, update: ALL, delete: ['Owner', 'Broker'] },
    visibility: 'viewers',
    fields: {
      id: readOnly(int()),
      created: readOnly(time()),
      updated: readOnly(time()),
      name: required(str()),
      color: writable(str()),
      price: writable(int()),
      ownerId: writable(int()),
      done: writable(bool()),
      code: writable(str()),
      shelf: writable(int()),
      seen: writable(time()),
      hidden: writable(bool()),
      tags: writable(list(str())),
      version: readOnly(int(), { visible: false }),
    },
    filters: {
      name: { type: 'string', match: 'contains' },
      color: { type: 'string', match: 'equals', many: true, count: 'color' },
      ownerId: { type: 'int', match: 'equals', count: 'owner' },
      tags: { type: 'string', match: 'equals', many: true },
      done: { type: 'bool', match: 'equals' },
      shelf: { type: 'int', match: 'equals', many: true, count: 'shelf' },
      seenAfter: { type: 'time', match: 'above', column: 'seen' },
      view: { type: 'string', match: 'rule' },
      priceAbove: { type: 'int', match: 'above', column: 'price' },
      priceBelow: { type: 'int', match: 'below', column: 'price' },
    },
    sorts: {
      id: { column: 'id' },
      name: { column: 'nameKey' },
      price: { column: 'price' },
      created: { column: 'created' },
      seen: { column: 'seen', partial: true },
      shelf: { column: 'shelf', grouped: true },
    },
    webhooks: {
      created: 'itemsCreated',
      updated: 'itemsUpdated',
      deleted: 'itemsDeleted',
      updatedOn: ['name', 'color', 'tags'],
    },
  },
);

const readFields = (input: Item, mask: ReadonlySet<string>): Partial<ItemDocument> => {
  const fields: Record<string, unknown> = {};
  for (const name of mask) fields[name] = (input as unknown as Record<string, unknown>)[name];
  if (mask.has('name'))
    Object.assign(fields, { nameKey: normalizeText(input.name ?? ''), nameGrams: splitGrams(input.name ?? '') });
  return fields as Partial<ItemDocument>;
};

/** Replaces the filter `view` by one of the color. */
const applyView = (call: StoreCall, query: ListQuery): ListQuery => {
  const view = query.filters.find(({ name }) => name === 'view');
  if (!view) return query;
  const [color = ''] = view.values;
  if (color === 'none') call.warn?.(`There is no view '${color}'.`);
  const others = query.filters.filter((filter) => filter !== view);
  return {
    ...query,
    sort: query.sort || 'price',
    filters: color === 'none' ? others : [...others, { name: 'color', values: [color] }],
  };
};

const strategy: Strategy<Item, ItemDocument> = {
  prepare: (_call, { before = { name: '', nameKey: '', nameGrams: [], tags: [] }, input, mask }) => ({
    ...before,
    ...readFields(input, mask),
  }),
  viewers: ({ ownerId }) => (ownerId === undefined || ownerId === null ? [] : [ownerId]),
  counts: ({ color, ownerId, shelf }) => [
    ...(color ? [`color:${color}`] : []),
    ...(ownerId ? [`owner:${ownerId}`] : []),
    ...(typeof shelf === 'number' ? [`shelf:${shelf}`] : []),
  ],
  planList: (call, query) => ({
    query: applyView(call, query),
    groups: SHELVES.order,
    conditions: call.actor.role === 'Lender' ? [{ hidden: { $in: [false, null] } }] : [],
  }),
  events: (before, after) => {
    const added = (after?.tags ?? []).filter((tag) => !before?.tags.includes(tag));
    const shelved = typeof after?.shelf === 'number' && after.shelf !== before?.shelf;
    return [
      ...(added.length > 0 ? [{ name: 'itemsTagsCreated', data: { tags: added } }] : []),
      ...(shelved ? [{ name: 'shelved', data: { shelf: after?.shelf }, internal: true as const }] : []),
    ];
  },
};

/** The sample resource as a service would give it to `store.resource`. */
export const itemOptions = (): ResourceOptions<Item, ItemDocument> => ({
  descriptor: items,
  columns: { nameKey: text },
  strategy,
  // Lists have the same condition.
  isVisible: ({ actor }, { hidden }) => actor.role !== 'Lender' || hidden !== true,
  indexes: [{ keys: { code: 1 }, unique: true, partial: { code: { $exists: true } } }],
  encodeRecord: (record) => Buffer.from(JSON.stringify(record)),
});

/** A call by a user of an account. */
export const callBy = (accountId: number, role: Role = 'Owner', userId = 1, extra: Partial<Actor> = {}): StoreCall => ({
  actor: { accountId, userId, role, ...extra },
  signal: new AbortController().signal,
});

/** Input of a create or update: the record and its mask. */
export const buildInput = (fields: Partial<Item>): [Item, string[]] => [
  { id: 0, version: 0, tags: [], ...fields },
  Object.keys(fields),
];

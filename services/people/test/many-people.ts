import { openLoneFeatures } from '@porchlight/backend/test/service';
import type { Actor } from '@porchlight/access';
import { people as descriptor, type Person } from '@porchlight/contracts';
import { parseListQuery } from '@porchlight/resource';
import { createIds, systemClock } from '@porchlight/runtime';
import { openStore, systemCall, type Draft, type StoreCall } from '@porchlight/store';
import { captureLogger } from '@porchlight/testkit';
import mongoose from 'mongoose';
import { randomBytes } from 'node:crypto';
import { leads } from '../src/leads';
import { people } from '../src/people';
import { derive, UNSPECIFIED, type PersonDocument } from '../src/person';
import { ACTIVITY_COUNTERS, ACTIVITY_MOMENTS } from '../src/person/activity-fields';
import { DEFAULT_STAGES, settings } from '../src/settings';

const PER_INSERT = 1_000;
const MINUTE_MS = 60_000;
const NEWEST_MS = Date.UTC(2026, 0, 1);
/** Shares of people with a value, in turn for the fields of activity. */
const SHARES = [0.9, 0.5, 0.1, 0.02];
const AGENTS = 20;

/** Pseudo-random numbers from 0 to 1, the same in every run. */
const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** Activity as accounts have it: times spread over years, counts of which most are low. */
const createActivity = (random: () => number): Partial<PersonDocument> => {
  const moments = [...ACTIVITY_MOMENTS, 'lastCommunication' as const].map((name, at) => {
    const value = new Date(NEWEST_MS - Math.floor(random() * 1_500_000) * MINUTE_MS);
    return random() < SHARES[at % SHARES.length]! ? [name, value] : undefined;
  });
  const counts = ACTIVITY_COUNTERS.map((name, at) => {
    const value = Math.ceil(1 / (random() + 0.001)) * (name === 'callsDuration' ? 37 : 1);
    return random() < SHARES[at % SHARES.length]! ? [name, value] : undefined;
  });
  return Object.fromEntries([...moments, ...counts].filter((entry) => entry !== undefined));
};

const createPerson = (nth: number, size: number, random: () => number): Draft<PersonDocument> => {
  const created = new Date(NEWEST_MS - (size - nth) * MINUTE_MS);
  const person = derive({
    firstName: `First${Math.floor(random() ** 2 * 300)}`,
    lastName: `Last${Math.floor(random() ** 2 * 3_000)}`,
    stageId: DEFAULT_STAGES[Math.floor(random() ** 2 * (DEFAULT_STAGES.length - 1))]!.id,
    source: random() < 0.5 ? UNSPECIFIED : `Source ${Math.floor(random() * 12)}`,
    contacted: random() < 0.5,
    collaboratorIds: [],
    tags: [`Tag ${Math.floor(random() ** 2 * 30)}`],
    emails: [{ value: `person${nth}@example.com`, type: 'home', isPrimary: true, status: '' }],
    phones: [],
    addresses: [],
    lastActivity: new Date(created.getTime() + Math.floor(random() * 10_000) * MINUTE_MS),
    createdVia: 'Import',
    ...(random() < 0.7 && { price: Math.floor(random() * 1_000) * 1_000 }),
    ...(random() < 0.6 && { assignedUserId: 1 + Math.floor(random() ** 2 * AGENTS) }),
  });
  return { ...person, ...createActivity(random), created };
};

/** A page of people, and its cost. */
export interface MeasuredPage {
  readonly next: string;
  readonly records: number;
  /** Documents that matched the queries of the page: the embedded server examines them all, with any limit. */
  readonly matched: number;
  readonly ms: number;
}

/** Observes the queries on people that the driver sends, each by its first stage. */
const watchQueries = () => {
  const { Collection } = mongoose.mongo;
  const { find, aggregate, countDocuments } = Collection.prototype;
  const filters: Array<{ readonly collection: mongoose.mongo.Collection; readonly filter: object }> = [];
  jest.spyOn(Collection.prototype, 'find').mockImplementation(function (
    this: mongoose.mongo.Collection,
    ...[filter = {}, options]: Parameters<typeof find>
  ) {
    if (this.collectionName === descriptor.resource) filters.push({ collection: this, filter });
    return find.call(this, filter, options);
  } as never);
  jest.spyOn(Collection.prototype, 'aggregate').mockImplementation(function (
    this: mongoose.mongo.Collection,
    pipeline: Record<string, unknown>[] = [],
    options = {},
  ) {
    const filter = (pipeline[0]?.['$match'] ?? {}) as object;
    if (this.collectionName === descriptor.resource) filters.push({ collection: this, filter });
    return aggregate.call(this, pipeline, options);
  } as never);
  jest.spyOn(Collection.prototype, 'countDocuments').mockImplementation(function (
    this: mongoose.mongo.Collection,
    ...[filter = {}, options]: Parameters<typeof countDocuments>
  ) {
    if (this.collectionName === descriptor.resource) filters.push({ collection: this, filter });
    return countDocuments.call(this, filter, options);
  } as never);
  return {
    forget: (): void => void filters.splice(0),
    count: async (): Promise<number> => {
      let matched = 0;
      for (const { collection, filter } of filters.splice(0)) matched += await countDocuments.call(collection, filter);
      return matched;
    },
  };
};

/** Opens people on a database of the dialect that `npm start` uses, with accounts that are filled in bulk. */
export const openManyPeople = async (uri: string, database: string) => {
  const { logger } = captureLogger({ service: 'people', level: 'warn' });
  const store = await openStore({
    ...{ service: 'people', uri, database, dialect: 'embedded', clock: systemClock, logger },
    publish: async () => undefined,
    ids: createIds({ clock: systemClock }),
    nextTokenKey: randomBytes(32),
  });
  const open = openLoneFeatures({ service: 'people', store });
  const opened = open(people).people;
  open(settings);
  open(leads);
  await store.start();
  const queries = watchQueries();
  const actorOf = (accountId: number): Actor => ({ accountId, userId: 1, role: 'Owner' });
  return {
    fill: async (accountId: number, size: number): Promise<void> => {
      const random = createRandom(accountId);
      for (let from = 1; from <= size; from += PER_INSERT) {
        const count = Math.min(PER_INSERT, size - from + 1);
        const drafts = Array.from({ length: count }, (_, at) => createPerson(from + at, size, random));
        await opened.insertAll(systemCall(accountId, AbortSignal.timeout(60_000)), drafts);
      }
    },
    list: async (accountId: number, text: string): Promise<MeasuredPage> => {
      const call: StoreCall = { actor: actorOf(accountId), signal: AbortSignal.timeout(30_000) };
      const { query } = parseListQuery<Person>(descriptor, new URLSearchParams(text));
      queries.forget();
      const begun = performance.now();
      const { records, page } = await opened.list(call, query);
      const ms = performance.now() - begun;
      return { next: page.next, records: records.length, ms, matched: await queries.count() };
    },
    close: async (): Promise<void> => {
      jest.restoreAllMocks();
      await store.stop(AbortSignal.timeout(10_000));
    },
  };
};

export type ManyPeople = Awaited<ReturnType<typeof openManyPeople>>;

/** Every sort of people, in both directions. */
export const SORTS = Object.keys(descriptor.sorts).flatMap((name) => [`sort=${name}`, `sort=-${name}`]);

/** Filters whose pages and totals cost the same in accounts of any size: their totals are stored. */
export const COUNTED_FILTERS = [
  'includeTrash=true',
  'stage=Lead,Closed',
  'stageId=1,2',
  'source=Source%201',
  'source=Source%201,Source%202',
  'assignedUserId=1,2',
  'tags=Tag%200',
];

/** Reads pages 1 and 5 of a list `times` times, and returns of each the read that took the median time. */
export const readPages = async (
  many: ManyPeople,
  accountId: number,
  list: string,
  times = 1,
): Promise<readonly MeasuredPage[]> => {
  const pages: MeasuredPage[] = [];
  let next = '';
  for (let page = 1; page <= 5; page += 1) {
    const reads: MeasuredPage[] = [];
    do reads.push(await many.list(accountId, `limit=10&${list}${next && `&next=${encodeURIComponent(next)}`}`));
    while ((page === 1 || page === 5) && reads.length < times);
    const median = reads.toSorted((a, b) => a.ms - b.ms)[Math.floor(reads.length / 2)]!;
    next = median.next;
    if (page === 1 || page === 5) pages.push(median);
  }
  return pages;
};

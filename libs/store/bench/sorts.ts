/**
 * Every sort of people in an account of 1,000 and one of 100,000 beside each other, through the store's own lists, on
 * any server; and what the indexes of the activity sorts cost an insert (docs/adr/0010-activity-sorts.md).
 *   esbuild libs/store/bench/sorts.ts --bundle --platform=node --outfile=/tmp/sorts.cjs && MONGODB_URI=<uri> node /tmp/sorts.cjs [people]
 */
import { people, type Person } from '@porchlight/contracts';
import { randomBytes } from 'node:crypto';
import { callBy } from '../test/conformance/sample-resource';
import { composeKey } from '../src/document-key';
import { openStore } from '../src/open-store';
import { QUERY } from '../test/conformance/test-store';
import type { Document } from '../src/contract/document';
import type { Index } from '../src/contract/document-collection';
import type { StoreCall } from '../src/contract/store-call';
import type { ResourceOptions } from '../src/contract/strategy';

const SMALL = { id: 101, size: 1_000 };
const BIG = { id: 102, size: Number(process.argv[2] ?? 100_000) };
const ROUNDS = 15;
const STAGES = [2, 3, 1, 8, 4, 5, 6, 7];
const DAY = 86_400_000;

/** The same for every run. */
const createRandom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

type Loose = Document & Record<string, unknown>;
const activity = Object.values(people.sorts).flatMap(({ column, partial }) => (partial ? [column] : []));

const createDocument = (accountId: number, id: number, random: () => number): Loose => {
  const moment = (): Date => new Date(1_760_000_000_000 - Math.floor(random() * 700 * DAY));
  const document: Loose = {
    ...{
      _id: composeKey(accountId, id),
      accountId,
      id,
      version: 1,
      created: new Date(1_700_000_000_000 + id * 1_000),
      updated: moment(),
      viewers: [],
    },
    ...{ lastActivity: moment(), stageId: STAGES[Math.floor(random() ** 2 * STAGES.length)], tags: [], identities: [] },
  };
  const word = (): string => Math.floor(random() * 4_000).toString(36);
  Object.assign(document, { nameKey: `${word()} ${word()}`, firstNameKey: word(), lastNameKey: word() });
  if (random() < 0.7) document['price'] = Math.round(Math.exp(12.6 + random() * 1.6) / 1_000) * 1_000;
  for (const field of activity)
    if (random() < 0.3)
      document[field] = /^(last|first|next)/.test(field) ? moment() : 1 + Math.floor(random() ** 3 * 40);
  return document;
};

const open = (database: string) =>
  openStore({
    service: 'bench',
    uri: process.env['MONGODB_URI'] as string,
    database,
    publish: async () => undefined,
    clock: { now: () => Date.now() },
    ids: { eventId: () => randomBytes(13).toString('hex'), random: (bytes) => randomBytes(bytes) },
    logger: { info: () => undefined, warn: console.warn, error: console.error, debug: () => undefined },
    nextTokenKey: randomBytes(32),
  });

const optionsWith = (sorts: typeof people.sorts, indexes: readonly Index[] = []): ResourceOptions<Person, never> =>
  ({
    descriptor: { ...people, sorts },
    strategy: {
      render: (document: Person) => document,
      viewers: () => [],
      counts: ({ stageId }: Loose) => [`stage:${String(stageId)}`],
      planList: () => ({ groups: STAGES }),
    },
    grams: { firstName: 'nameGrams', lastName: 'nameGrams' },
    indexes,
  }) as never;

const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] as number;

const measureSorts = async (): Promise<void> => {
  const database = `sorts_${Date.now()}`;
  const store = await open(database);
  const records = store.resource<Person, never>(optionsWith(people.sorts));
  await store.start();
  const collection = store.collection<Loose>('people');
  for (const { id, size } of [SMALL, BIG]) {
    const random = createRandom(id);
    for (let from = 1; from < size; from += 1_000)
      await collection.insertMany(
        Array.from({ length: Math.min(1_000, size - from) }, (_, nth) => createDocument(id, from + nth, random)),
      );
    const { _id, accountId, id: last, version: _version, ...draft } = createDocument(id, size, random);
    await records.insert(callBy(accountId), draft as never, { id: last, silent: true });
    await records.recount(id);
  }
  const page = async (call: StoreCall, sort: string, descending: boolean, pages: number): Promise<number> => {
    let next = '';
    let ms = 0;
    for (let nth = 1; nth <= pages; nth += 1) {
      const start = performance.now();
      const result = await records.list(call, { ...QUERY, sort, descending, next });
      ms = performance.now() - start;
      if (result.records.length !== QUERY.limit) throw new Error(`${sort}: a page of ${result.records.length}`);
      next = result.page.next;
    }
    return ms;
  };
  console.log(
    `${'sort'.padEnd(20)} ${'direction'.padEnd(10)} ${'page'.padEnd(5)} ${'1,000'.padStart(9)} ${BIG.size.toLocaleString('en').padStart(9)}   ratio`,
  );
  for (const sort of Object.keys(people.sorts))
    for (const descending of [true, false])
      for (const nth of [1, 5]) {
        const took: [number[], number[]] = [[], []];
        let spent = 0;
        for (let round = 0; round < ROUNDS && spent < 4_000; round += 1)
          for (const [at, { id }] of [SMALL, BIG].entries()) {
            const ms = await page(callBy(id), sort, descending, nth);
            spent += ms * nth;
            // The first round warms up.
            if (round > 0 || spent > 4_000) (took[at] as number[]).push(ms);
          }
        const [small, big] = [median(took[0]), median(took[1])];
        console.log(
          `${sort.padEnd(20)} ${(descending ? 'down' : 'up').padEnd(10)} ${String(nth).padEnd(5)} ${small.toFixed(2).padStart(6)} ms ${big.toFixed(2).padStart(6)} ms ${(big / small).toFixed(2).padStart(7)}`,
        );
      }
  await store.stop(AbortSignal.timeout(10_000));
};

/** Inserts a second of a person with three of the activity fields, by which indexes there are. */
const measureInserts = async (): Promise<void> => {
  const plain = Object.fromEntries(Object.entries(people.sorts).filter(([, { partial }]) => !partial));
  const kinds: Array<[string, ResourceOptions<Person, never>]> = [
    ['no activity indexes', optionsWith(plain)],
    ['partial, as built', optionsWith(people.sorts)],
    [
      'plain',
      optionsWith(
        plain,
        activity.map((field) => ({ keys: { [field]: 1, id: 1 } })),
      ),
    ],
  ];
  const results = new Map<string, Array<[number, number]>>();
  for (let round = 0; round < 3; round += 1)
    for (const [kind, options] of kinds) {
      const store = await open(`inserts_${Date.now()}`);
      store.resource<Person, never>(options);
      await store.start();
      const collection = store.collection<Loose>('people');
      const random = createRandom(1);
      let id = 0;
      const lead = (): Loose => {
        const document = createDocument(1, (id += 1), random);
        for (const field of activity)
          if (!['lastLeadActivity', 'propertiesViewed', 'lastIdxVisit'].includes(field)) delete document[field];
        return { ...document, lastLeadActivity: new Date(id), propertiesViewed: 1, lastIdxVisit: new Date(id) };
      };
      await collection.insertMany(Array.from({ length: 1_000 }, lead));
      const rate = async (size: number, ms: number): Promise<number> => {
        const start = performance.now();
        let done = 0;
        while (performance.now() - start < ms) {
          await Promise.all(Array.from({ length: 4 }, () => collection.insertMany(Array.from({ length: size }, lead))));
          done += 4 * size;
        }
        return (done / (performance.now() - start)) * 1_000;
      };
      results.set(kind, [...(results.get(kind) ?? []), [await rate(1, 2_500), await rate(25, 2_500)]]);
      await store.stop(AbortSignal.timeout(10_000));
    }
  for (const [kind, all] of results)
    console.log(
      `${kind.padEnd(22)} singly ${Math.round(median(all.map(([one]) => one)))}/s   25 at once ${Math.round(median(all.map(([, many]) => many)))}/s`,
    );
};

void (process.argv[3] === 'inserts' ? measureInserts() : measureSorts());

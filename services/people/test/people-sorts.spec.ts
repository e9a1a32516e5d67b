import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { COUNTED_FILTERS, openManyPeople, readPages, SORTS, type ManyPeople } from './many-people';

const [SMALL, LARGE] = [1_000, 20_000];
/** Documents that a page may examine, by those that it examines among 1,000 people. */
const MAX_RATIO = 3;
const START_MS = 300_000;

let server: TestDatabase;
let many: ManyPeople;
beforeAll(async () => {
  server = await startDatabase({ isDurable: false });
  many = await openManyPeople(server.uri('many_people'), 'many_people');
  // The number of people is the account.
  for (const people of [SMALL, LARGE]) await many.fill(people, people);
}, START_MS);
afterAll(async () => {
  await many?.close();
  await server?.stop();
});

describe('people of a large account on a server that ignores limits', () => {
  test.each([...SORTS, ...COUNTED_FILTERS])(
    'given 20,000 people, when pages 1 and 5 of the list %s are read, then they examine few documents, as with 1,000',
    async (list) => {
      const [small, large] = [await readPages(many, SMALL, list), await readPages(many, LARGE, list)];
      for (const [at, { records, matched }] of large.entries()) {
        expect(records).toBe(10);
        // A page that examines as many as the small account has is fast.
        expect(matched).toBeLessThanOrEqual(MAX_RATIO * Math.max(small[at]!.matched, SMALL / MAX_RATIO));
      }
    },
  );
});

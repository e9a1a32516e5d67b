/** A process that lists large documents from several callers at once and prints what it received. */
import { isRefusal } from '@porchlight/errors';
import { callBy } from './conformance/sample-resource';
import { openTestStore, QUERY } from './conformance/test-store';
import { openMongoDatabase } from '../src/mongo/mongo-database';

const CALLERS = 4;

const main = async (): Promise<void> => {
  const [uri = '', database = '', account = ''] = process.argv.slice(2);
  const { items, stop } = await openTestStore(await openMongoDatabase(uri, database));
  const result = { records: 0, pages: 0, largestPage: 0, refused: 0 };
  const caller = async (nth: number): Promise<void> => {
    const query = { ...QUERY, limit: 100, sort: nth % 2 === 0 ? '' : 'created' };
    for (let next = ''; ;) {
      try {
        const { records, page } = await items.list(callBy(Number(account)), { ...query, next });
        result.pages += 1;
        result.records += records.length;
        result.largestPage = Math.max(result.largestPage, records.length);
        next = page.next;
        if (next === '') return;
      } catch (error) {
        if (!isRefusal(error) || error.reason !== 'UNAVAILABLE') throw error;
        result.refused += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, nth) => caller(nth)));
  await stop();
  console.log(JSON.stringify(result));
};

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});

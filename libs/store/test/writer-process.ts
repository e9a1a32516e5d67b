/** A process that writes in a loop until it is killed. Says each acknowledged write on stdout; its bus is a file. */
import { appendFileSync, writeSync } from 'node:fs';
import { callBy, buildInput } from './conformance/sample-resource';
import { openTestStore } from './conformance/test-store';
import { openMongoDatabase } from '../src/mongo/mongo-database';

const LANES = 8;

const main = async (): Promise<void> => {
  const [uri = '', database = '', account = '', bus = ''] = process.argv.slice(2);
  const call = callBy(Number(account));
  const { items } = await openTestStore(await openMongoDatabase(uri, database), {
    publish: async (changes) =>
      appendFileSync(bus, changes.map(({ value }) => `${Buffer.from(value).toString('base64')}\n`).join('')),
    ids: createIds(),
  });
  const say = (id: number, verb: string, version: number): void => void writeSync(1, `${id} ${verb} ${version}\n`);
  const lane = async (nth: number): Promise<void> => {
    for (let round = 0; ; round += 1) {
      const { record } = await items.create(
        call,
        ...buildInput({ name: `lane ${nth}`, color: `c${round % 3}`, ownerId: nth }),
      );
      say(record.id, 'created', 1);
      const {
        record: { version },
      } = await items.update(call, record.id, ...buildInput({ name: `round ${round}`, color: `c${(round + 1) % 3}` }));
      say(record.id, 'updated', version);
      if (round % 3 > 0) continue;
      await items.remove(call, record.id);
      say(record.id, 'deleted', 0);
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, nth) => lane(nth + 1)));
};

/** Unique over several processes. */
const createIds = () => {
  let made = 0;
  return {
    eventId: () => `${process.pid}X${Date.now()}X${(made += 1)}`,
    random: (bytes: number) => crypto.getRandomValues(Buffer.alloc(bytes)),
  };
};

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});

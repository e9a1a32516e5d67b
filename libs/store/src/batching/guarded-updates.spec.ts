import { createMemoryDatabase } from '../memory/memory-database';
import type { DocumentCollection } from '../contract/document-collection';
import { createGuardedUpdates } from './guarded-updates';

interface Row {
  readonly _id: string;
  readonly v: number;
  readonly by?: string;
}

let collection: DocumentCollection<Row>;
beforeEach(async () => {
  collection = createMemoryDatabase().collection<Row>('rows');
  await collection.insertMany([
    { _id: 'a', v: 1 },
    { _id: 'b', v: 1 },
  ]);
});

const wanted = (before: Row, by: string) => ({ before, change: { by }, isMine: (later: Row) => later.by === by });

test('when several updates of one document are in a batch, then one of them succeeds', async () => {
  const { update } = createGuardedUpdates(collection);
  const answers = await Promise.all(
    [wanted({ _id: 'a', v: 1 }, 'one'), wanted({ _id: 'a', v: 1 }, 'two'), wanted({ _id: 'b', v: 1 }, 'three')].map(
      update,
    ),
  );
  expect(answers).toEqual([true, false, true]);
  expect(await collection.find({}, { limit: 9 })).toEqual([
    { _id: 'a', v: 2, by: 'one' },
    { _id: 'b', v: 2, by: 'three' },
  ]);
});

test('given a document that was changed or deleted, then nothing is written', async () => {
  const { update } = createGuardedUpdates(collection);
  expect(await update(wanted({ _id: 'a', v: 7 }, 'late'))).toBe(false);
  expect(
    await Promise.all([wanted({ _id: 'a', v: 7 }, 'late'), wanted({ _id: 'c', v: 1 }, 'nobody')].map(update)),
  ).toEqual([false, false]);
  expect(await update(wanted({ _id: 'a', v: 1 }, 'now'))).toBe(true);
  expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', v: 2, by: 'now' });
});

test('a batch is one round trip; only a lost race needs another', async () => {
  const asked: string[] = [];
  const counting = new Proxy(collection, {
    get: (target, name: keyof typeof collection) => (asked.push(name), (target[name] as () => unknown).bind(target)),
  });
  const { update } = createGuardedUpdates(counting);
  await Promise.all([wanted({ _id: 'a', v: 1 }, 'x'), wanted({ _id: 'b', v: 1 }, 'y')].map(update));
  expect(asked).toEqual(['updateMany']);
});

import { column, defineDocument, inAllAccounts } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { migrations } from './people-migrations';

const noteSchema = defineDocument(
  {
    _id: column.number,
    accountId: column.number,
    id: column.number,
    version: column.number,
    isHtml: column.flag,
    body: column.text,
  },
  [{ keys: {} }],
);

test('N10 given stored notes with images of other servers, when they are migrated, then links to them stay', async () => {
  const migration = migrations.filter(({ name }) => name === '2026-12-notes-without-remote-images');
  const store = await openLoneStore({ service: 'people', migrations: migration });
  const notes = store.collection('notes', noteSchema);
  const body = '<p>Hi <img src="https://tracker.example/p.gif" alt="logo" /></p>';
  const note = (id: number, isHtml: boolean) => ({ _id: 2 ** 32 + id, accountId: 1, id, version: 1, isHtml, body });
  await notes.insertMany([note(1, true), note(2, false)]);
  await store.prepare();
  const migrated = await notes.find(inAllAccounts({}), { limit: 9, sort: { _id: 1 } });
  expect(migrated.map((one) => one.body)).toEqual([
    '<p>Hi <a href="https://tracker.example/p.gif" rel="noopener noreferrer">logo</a></p>',
    body,
  ]);
  await store.stop(AbortSignal.timeout(1_000));
});

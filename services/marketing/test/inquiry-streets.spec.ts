import { randomBytes } from 'node:crypto';
import { openCopy, type CopyOf, type Originals } from '@porchlight/backend';
import { systemClock } from '@porchlight/runtime';
import { composeKey, type DocumentCollection, type Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { findInquiryStreet } from '../src/copies/find-copies';
import { inquiryCopy } from '../src/copies/marketing-copies';

type Inquiry = CopyOf<typeof inquiryCopy>;

describe('the street of the latest property inquiry', () => {
  let server: TestDatabase;
  let store: Store;
  let collection: DocumentCollection<Inquiry>;
  beforeAll(async () => {
    server = await startDatabase();
    const database = `marketing_${randomBytes(6).toString('hex')}`;
    store = await openLoneStore({ service: 'marketing', uri: server.uri(database), database });
    collection = store.collection<Inquiry>('inquiries');
  });
  afterAll(async () => {
    await store?.stop(AbortSignal.timeout(5_000));
    await server?.stop();
  });

  it('is of the latest inquiry in any order of arrival, and replaces one without a time', async () => {
    const inquiries = openCopy(inquiryCopy, { store, clock: systemClock, originals: {} as Originals });
    const inquiry = (version: number, street: string): Inquiry => ({
      _id: composeKey(1, 7),
      accountId: 1,
      version,
      street,
    });
    // As an earlier version stored it.
    await collection.insertMany([
      { _id: composeKey(1, 7), accountId: 1, eventId: 5, street: 'Before' } as unknown as Inquiry,
    ]);
    for (const [at, street, expected] of [
      [2_000, 'Second', 'Second'],
      [1_000, 'First', 'Second'],
      [3_000, 'Third', 'Third'],
    ] as const) {
      // prettier-ignore
      await inquiries.save([inquiry(at, street)]);
      expect(await findInquiryStreet({ inquiries }, 1, 7)).toBe(expected);
    }
  });
});

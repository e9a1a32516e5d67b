import { startObjectServer, type TestObjectServer } from '@porchlight/testkit';
import { openObjectStore, type ObjectStore } from '../src';
import { describeObjectStore } from './object-store-conformance';

/** The first use builds the server. */
const START_MS = 1_260_000;
let server: TestObjectServer;
let store: ObjectStore;
const { signal } = new AbortController();

beforeAll(async () => {
  server = await startObjectServer();
  store = openObjectStore(
    {
      OBJECT_STORE_URL: `s3://${server.bucket}?region=us-east-1&endpoint=${server.endpoint}`,
      OBJECT_STORE_ACCESS_KEY: server.credentials.accessKeyId,
      OBJECT_STORE_SECRET_KEY_FILE: `${server.credentials.secretAccessKey}\n`,
    },
    Date,
  )!;
}, START_MS);
afterAll(async () => {
  store.close();
  await server.stop();
});

describeObjectStore('S3 protocol', () => store);

describe('D12.2 signed addresses of uploads', () => {
  const upload = async (url: string, body: string): Promise<number> =>
    (await fetch(url, { method: 'PUT', body })).status;

  it('given a signed address, when the announced bytes are sent, then the object exists', async () => {
    const url = await store.signedUrl('signed/a', 5, 60);
    expect(await upload(url!, 'hello')).toBe(200);
    expect(await store.size('signed/a', signal)).toBe(5);
  });

  it('given a signed address, when another size is sent, then it is refused', async () => {
    const url = await store.signedUrl('signed/b', 5, 60);
    expect(await upload(url!, 'hello world')).toBe(403);
    expect(await store.size('signed/b', signal)).toBeUndefined();
  });

  it('given a signed address, when it is used for another key, then it is refused', async () => {
    const url = await store.signedUrl('signed/c', 5, 60);
    expect(await upload(url!.replace('signed/c', 'signed/d'), 'hello')).toBe(403);
  });
});

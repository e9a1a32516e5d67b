import { createIds, createManualClock, DAY_MS, HOUR_MS } from '@porchlight/runtime';
import { openStore, type Store } from '@porchlight/store';
import { captureLogger } from '@porchlight/testkit';
import { decodeProtectedHeader, type JWK } from 'jose';
import { randomBytes } from 'node:crypto';
import type { SigningKeyDocument } from './grant-document';
import { createAccessTokens, type AccessTokens } from './signing-keys';

const CLAIMS = { account: 1, user: 1, clientId: 'app', family: 'family' };

const clock = createManualClock(Date.UTC(2026, 0, 1));
let store: Store;
let collections = 0;
beforeAll(async () => {
  const common = { clock, ids: createIds({ clock }), logger: captureLogger().logger, nextTokenKey: randomBytes(32) };
  const publish = async (): Promise<void> => undefined;
  store = await openStore({ ...common, service: 'auth', uri: 'memory:', database: 'auth_keys', publish });
  await store.start();
});
afterAll(() => store.stop(AbortSignal.timeout(5_000)));

/** A deployment without keys, and a function that starts a replica of it. */
const newDeployment = (): (() => AccessTokens) => {
  const collection = store.collection<SigningKeyDocument>(`signingKeys${++collections}`);
  const secrets = { encrypt: (text: string) => text, decrypt: (text: string) => text };
  const names = { issuer: 'https://api.example.test', audience: 'https://api.example.test' };
  return () => createAccessTokens({ collection, secrets, clock, random: randomBytes, ...names });
};

const kidOfToken = async (tokens: AccessTokens): Promise<string> =>
  decodeProtectedHeader(await tokens.sign(CLAIMS)).kid!;
const publishedKids = async (tokens: AccessTokens): Promise<string[]> =>
  (JSON.parse(await tokens.jwks()) as { keys: JWK[] }).keys.map(({ kid }) => kid!);

describe('signing keys', () => {
  it('given a new key, then it is published for a day before it signs', async () => {
    const tokens = newDeployment()();
    const first = await kidOfToken(tokens);
    clock.advance(30 * DAY_MS);
    expect(await kidOfToken(tokens)).toBe(first);
    const [next, ...others] = await publishedKids(tokens);
    expect(others).toEqual([first]);
    clock.advance(DAY_MS - 1);
    expect(await kidOfToken(tokens)).toBe(first);
    clock.advance(1);
    expect(await kidOfToken(tokens)).toBe(next);
    expect(await publishedKids(tokens)).toEqual([next, first]);
  });

  it('given two replicas for 100 days, then no key set that was cached for 5 minutes lacks the key of a token', async () => {
    const start = newDeployment();
    const replicas = [start(), start()];
    await replicas[0]!.sign(CLAIMS);
    for (let hour = 0; hour < 100 * 24; hour += 4) {
      const cached = await Promise.all(replicas.map(publishedKids));
      clock.advance(300_000);
      const used = await Promise.all(replicas.map(kidOfToken));
      for (const set of cached) expect(set).toEqual(expect.arrayContaining(used));
      // A token is valid for an hour.
      clock.advance(HOUR_MS - 1);
      for (const replica of replicas) expect(await publishedKids(replica)).toEqual(expect.arrayContaining(used));
      clock.advance(3 * HOUR_MS - 300_000);
    }
  });

  it('given two replicas that start at once without keys, then each verifies the tokens of the other', async () => {
    const start = newDeployment();
    const [one, other] = [start(), start()];
    const signed = await Promise.all([one.sign(CLAIMS), other.sign(CLAIMS)]);
    clock.advance(1_000);
    for (const replica of [one, other])
      for (const token of signed) expect(await replica.read(token)).toMatchObject(CLAIMS);
  });

  it('given a service that was down for 33 days, then the key of a new token stays published for its hour', async () => {
    const tokens = newDeployment()();
    await tokens.sign(CLAIMS);
    clock.advance(33 * DAY_MS);
    const used = await kidOfToken(tokens);
    clock.advance(HOUR_MS);
    expect(await publishedKids(tokens)).toContain(used);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { GATEWAY } from '@porchlight/access';
import { systemClock } from '@porchlight/runtime';
import { captureLogger, createTestKeys, eventually } from '@porchlight/testkit';
import { openTokenMinter, openTokenVerifier } from '../src';
import { byId, createActor, useScope } from './rpc-harness';

const intervalMs = 30;
const scope = useScope();
const environment = { ...process.env };
let folder: string;
const write = (name: string, content: string): Promise<void> => writeFile(join(folder, name), content);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'internal-keys-'));
  process.env['INTERNAL_TOKEN_PRIVATE_KEY_FILE'] = join(folder, 'key.pem');
  process.env['INTERNAL_TOKEN_PUBLIC_KEY_FILE'] = join(folder, 'pub.pem');
});
afterEach(async () => {
  process.env = { ...environment };
  await rm(folder, { recursive: true });
});

/** A server and a client whose keys are reloaded from the folder. */
const stage = async () => {
  const log = captureLogger();
  const keys = createTestKeys();
  await write('key.pem', keys.signingKey);
  await write('pub.pem', keys.publicKey);
  const shared = { clock: systemClock, logger: log.logger, intervalMs };
  const verifier = openTokenVerifier({ publicKey: keys.publicKey, audience: 'people', ...shared });
  const minter = openTokenMinter({ signingKey: keys.signingKey, issuer: GATEWAY, ...shared });
  const peer = await scope.peer({ getPerson: async () => ({ record: undefined }) }, { verifier });
  const { channel, people } = scope.dial(peer.address, { mint: (actor) => minter.mint(actor, 'people') });
  scope.add(async () => (verifier.stop(), minter.stop()));
  expect(await channel.ready(5_000)).toBe(true);
  const call = (token?: string) =>
    people.getPerson(byId(7), { ...(token ? { token } : { actor: createActor() }), timeoutMs: 3_000 });
  const reloads = (): number => log.lines.filter(({ event }) => event === 'internal_token_key.reloaded').length;
  return { keys, log, minter, call, reloads };
};

it('given the next key added, then used, then the previous key removed while calls run, no call fails', async () => {
  const { keys, minter, call, reloads } = await stage();
  const failed: unknown[] = [];
  let [succeeded, ended] = [0, false];
  const loop = (async () => {
    while (!ended) {
      await call().then(
        () => (succeeded += 1),
        (error: unknown) => failed.push(error),
      );
      await setImmediate();
    }
  })();
  const previousToken = await minter.mint(createActor(), 'people');
  const next = createTestKeys();
  await write('pub.pem', `${keys.publicKey}${next.publicKey}`);
  await eventually(() => expect(reloads()).toBe(1));
  await write('key.pem', next.signingKey);
  await eventually(() => expect(reloads()).toBe(2));
  // Tokens of the previous key are accepted until it is removed.
  await call(previousToken);
  await write('pub.pem', next.publicKey);
  await eventually(() => expect(reloads()).toBe(3));
  const before = succeeded;
  await eventually(() => expect(succeeded).toBeGreaterThan(before + 10));
  ended = true;
  await loop;
  expect(failed).toEqual([]);
  await expect(call(previousToken)).rejects.toMatchObject({ reason: 'UNAUTHENTICATED' });
});

it('given an invalid key file, the previous keys stay in use and a warning names the file', async () => {
  const { log, call } = await stage();
  await write('pub.pem', 'not a key');
  await eventually(() => expect(log.lines.some(({ event }) => event === 'internal_token_key.rejected')).toBe(true));
  expect(JSON.stringify(log.lines)).toContain(join(folder, 'pub.pem'));
  await call();
});

import { createTokenMinter, createTokenVerifier, GATEWAY, type Actor } from '@porchlight/access';
import { PersonServiceDefinition, SERVICE_CALLS } from '@porchlight/contracts';
import { FIRST_PAGE } from '@porchlight/resource';
import { createChannel, createRpcClient, createRpcServer, type Channel, type RpcServer } from '@porchlight/rpc';
import { createMetrics, systemClock } from '@porchlight/runtime';
import { expectRefusal, captureLogger, createTestKeys } from '@porchlight/testkit';

const clock = systemClock;
const { logger } = captureLogger();
const owner: Actor = { accountId: 7, userId: 1, role: 'Owner' };
const keys = { gateway: createTestKeys(), marketing: createTestKeys() };
let server: RpcServer;
const channels: Channel[] = [];
let port: number;

/** A fake people service with the verifier and the calls of the real one. */
beforeAll(async () => {
  const publicKey = `issuer: gateway\n${keys.gateway.publicKey}issuer: marketing\n${keys.marketing.publicKey}`;
  const verifier = createTokenVerifier({ publicKey, audience: 'people', clock });
  const metrics = createMetrics({ service: 'people', processMetrics: false });
  server = createRpcServer({ verifier, serviceCalls: SERVICE_CALLS, logger, metrics, clock });
  const handlers = Object.keys(PersonServiceDefinition.methods).map((method) => [
    method,
    async () => ({ records: [] }),
  ]);
  server.add(PersonServiceDefinition, Object.fromEntries(handlers));
  port = await server.listen('127.0.0.1', 0);
});
afterAll(async () => {
  await Promise.all(channels.map((channel) => channel.close()));
  await server.stop(1_000);
});

const peopleAs = (issuer: string, { signingKey }: { signingKey: string }, audience = 'people') => {
  const minter = createTokenMinter({ signingKey, issuer, clock });
  const channel = createChannel({
    address: `127.0.0.1:${port}`,
    mint: (actor) => minter.mint(actor, audience),
    logger,
    clock,
  });
  channels.push(channel);
  return createRpcClient(PersonServiceDefinition, channel);
};
const as = { actor: owner, timeoutMs: 20_000 };
const create = { record: undefined, mask: [], options: {} };

it('given the key of marketing, when it signs a call that marketing does not make, then the call is refused', async () => {
  const people = peopleAs('marketing', keys.marketing);
  await expectRefusal(people.createPerson(create, as), 'SERVICE_CALL');
  await expectRefusal(people.deletePerson({ id: 1, options: {} }, as), 'SERVICE_CALL');
  await expect(people.listPeople({ query: FIRST_PAGE }, as)).resolves.toMatchObject({ records: [] });
});

it('given the key of marketing, when it signs in the name of the gateway, then the call is refused', async () => {
  await expectRefusal(peopleAs(GATEWAY, keys.marketing).createPerson(create, as), 'UNAUTHENTICATED');
});

it('given a token of the gateway for another service, then the call is refused', async () => {
  await expectRefusal(peopleAs(GATEWAY, keys.gateway, 'deals').createPerson(create, as), 'UNAUTHENTICATED');
  await expect(peopleAs(GATEWAY, keys.gateway).createPerson(create, as)).resolves.toBeDefined();
});

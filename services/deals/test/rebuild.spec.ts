import { createTokenVerifier } from '@porchlight/access';
import { createMemoryBus } from '@porchlight/bus';
import { SERVICE_CALLS, type Person, type User } from '@porchlight/contracts';
import type { ListQuery } from '@porchlight/resource';
import { createRpcServer, type RpcServer, type ServiceDefinition } from '@porchlight/rpc';
import { createMetrics, systemClock } from '@porchlight/runtime';
import { expectRefusal, captureLogger, eventually } from '@porchlight/testkit';
import { testKeys } from '@porchlight/backend/test/service';
import { copyDefinitions } from '../src/copies';
import { openAccount, personRecord, startDealsService, type DealsService, type Json } from './deals-service';
import { useSuite } from './suite';

const suite = useSuite();
/** Originals by account; of other resources there are none. */
const people = new Map<number, Person[]>();
const users = new Map<number, User[]>();
const recordsOf = (resource: string, { actor }: { actor: { accountId: number } }): { id: number }[] =>
  (({ people, users }) as Record<string, Map<number, { id: number }[]>>)[resource]?.get(actor.accountId) ?? [];
let originals: RpcServer;
let service: DealsService;
/** A bus of its own: services on one bus share their groups. */
const bus = createMemoryBus();
/** Runs while a page of people is on its way. */
let onPage: () => Promise<void> = async () => undefined;

const listed = <R extends { id: number }>(records: R[], { limit, filters, sort, descending }: ListQuery): R[] => {
  expect([sort, descending]).toEqual(['id', false]);
  const values = (name: string) => filters.find((filter) => filter.name === name)?.values.map(Number);
  const [after, ids] = [values('idGreaterThan')?.[0] ?? 0, values('ids')];
  return records.filter(({ id }) => id > after && (ids?.includes(id) ?? true)).slice(0, limit);
};
const page = { total: 0, next: '', warnings: [] };

/** One server replaces people and auth. */
const createVerifier = (audience: string) =>
  createTokenVerifier({ publicKey: `issuer: deals\n${testKeys.publicKey}`, audience, clock: systemClock });

beforeAll(async () => {
  const { logger } = captureLogger({ service: 'originals', level: 'warn' });
  originals = createRpcServer({
    verifier: {
      verify: (token) =>
        createVerifier('people')
          .verify(token)
          .catch(() => createVerifier('auth').verify(token)),
    },
    serviceCalls: SERVICE_CALLS,
    logger,
    metrics: createMetrics({ service: 'originals', processMetrics: false }),
    clock: systemClock,
  });
  for (const { original } of Object.values(copyDefinitions)) {
    const definition = original.definition!;
    const methods = Object.keys(definition.methods).map((name) => [name, async () => ({})]);
    const listRecords = async ({ query }: { query: ListQuery }, call: any) => {
      if (original.resource !== 'people') return { records: listed(recordsOf(original.resource, call), query), page };
      expect(query.filters).toContainEqual({ name: 'includeTrash', values: ['true'] });
      const records = listed(recordsOf('people', call), query);
      await onPage();
      return { records, page };
    };
    originals.add(
      definition as ServiceDefinition,
      { ...Object.fromEntries(methods), [`list${original.nouns}`]: listRecords } as any,
    );
  }
  const address = `127.0.0.1:${await originals.listen('127.0.0.1', 0)}`;
  service = await startDealsService({
    uri: suite.uri,
    bus,
    database: `${suite.database}_r`,
    config: { PEOPLE_RPC_ADDRESS: address, AUTH_RPC_ADDRESS: address },
  });
});
afterAll(async () => {
  await service?.stop();
  await originals?.stop(1_000);
  await bus.close();
});

describe('a rebuild of copies', () => {
  it('restores missing copies, deletes obsolete ones, and newer changes win', async () => {
    const account = await openAccount(service, bus);
    const { accountId, owner, publishPerson } = account;
    await owner.createPipeline({ name: 'P', stages: [{ name: 's' }] });
    // Copies whose originals were deleted, are newer, or were never published.
    await publishPerson(3, { name: 'Kept old', version: 1 });
    await publishPerson(900, { name: 'Gone', version: 1 });
    await owner.createDeal({ name: 'd', stageId: 1, peopleIds: [3, 900] });
    people.set(
      accountId,
      Array.from({ length: 250 }, (_, at) => personRecord(at + 1, { name: `P${at + 1}`, version: 2, viewerIds: [3] })),
    );
    users.set(accountId, [
      { id: 3, name: 'Ada Anew', groups: [], teamIds: [], teamLeaderOf: [], version: 4 },
      { id: 77, name: 'New', groups: [], teamIds: [], teamLeaderOf: [], version: 1 },
    ]);
    let pages = 0;
    onPage = async () => {
      // While a page that was read before is on its way, newer word comes by the bus.
      if (pages++ > 0) return;
      await publishPerson(5, { name: 'Newest', version: 3 }, 'updated');
      await eventually(async () => void (await owner.createDeal({ name: 'probe', stageId: 1, peopleIds: [5] })));
    };
    expect(await service.rebuild(accountId)).toMatchObject({ people: 250, users: 2, dropped: 5 });
    const deal = await owner.createDeal({ name: 'd', stageId: 1, peopleIds: [3, 5, 250], userIds: [3, 77] });
    expect(deal['people'].map((person: Json) => person['name'])).toEqual(['P3', 'Newest', 'P250']);
    expect(deal['users']).toEqual([
      { id: 3, name: 'Ada Anew' },
      { id: 77, name: 'New' },
    ]);
    expect((await owner.getDeal(1))['people'].map((person: Json) => person['id'])).toEqual([3]);
    await expectRefusal(owner.createDeal({ name: 'd', stageId: 1, peopleIds: [900] }), 'UNKNOWN_REFERENCE');
    // Once more changes nothing; from a place on it does the rest only.
    expect(await service.rebuild(accountId)).toMatchObject({ people: 250, users: 2, dropped: 0 });
    expect(await service.rebuild(accountId, 'Operator', 'people/read/240')).toMatchObject({
      people: 10,
      users: 0,
      dropped: 0,
    });
  });

  it('requires an operator, and reports an unavailable service', async () => {
    const { accountId } = await openAccount(service, bus);
    await expectRefusal(service.rebuild(accountId, 'Owner'), 'FORBIDDEN');
    await expectRefusal(service.rebuild(0), 'INVALID_BODY');
    await expectRefusal(service.rebuild(accountId, 'Operator', 'pets/read/1'), 'INVALID_BODY');
    await expectRefusal(suite.service.rebuild(accountId), 'UNAVAILABLE');
  });
});

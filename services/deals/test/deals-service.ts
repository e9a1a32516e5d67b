import { randomBytes } from 'node:crypto';
import { createTokenMinter, GATEWAY, type Actor, type Role } from '@porchlight/access';
import { topicOf, type Bus, type BusMessage } from '@porchlight/bus';
import {
  Change,
  dealCustomFields,
  DealCustomFieldServiceDefinition,
  deals,
  DealServiceDefinition,
  DealsMaintenanceServiceDefinition,
  Person,
  people,
  pipelines,
  PipelineServiceDefinition,
  User,
} from '@porchlight/contracts';
import {
  createRenderer,
  parseBody,
  parseListQuery,
  parseOptions,
  type Descriptor,
  type Row,
} from '@porchlight/resource';
import { createChannel, createRpcClient } from '@porchlight/rpc';
import { createIds, createMetrics, systemClock } from '@porchlight/runtime';
import { captureLogger, createTestKeys, randomAccountId } from '@porchlight/testkit';
import { createApp } from '../src/app';
import type { Config } from '../src/config';

/** A record as callers get it. */
export type Json = Record<string, any>;

export interface ServiceOptions {
  readonly uri: string;
  readonly database: string;
  readonly bus: Bus;
  readonly config?: Partial<Config>;
}

/** Of all services of a test. */
export const keys = createTestKeys();
const nextTokenKey = randomBytes(32);

/** The deals service over real RPC, spoken to in the JSON that the gateway takes and gives. */
export const startDealsService = async ({ uri, database, bus, config }: ServiceOptions) => {
  const captured = captureLogger({ service: 'deals', level: 'warn' });
  const clock = systemClock;
  const app = await createApp({
    config: {
      LOG_LEVEL: 'warn',
      OPERATIONS_HOST: '127.0.0.1',
      OPERATIONS_PORT: 0,
      MONGODB_URI: uri,
      KAFKA_BROKERS: ['127.0.0.1:1'],
      INTERNAL_TOKEN_PUBLIC_KEY_FILE: keys.publicKey,
      NEXT_TOKEN_KEY_FILE: nextTokenKey,
      DEALS_RPC_ADDRESS: '127.0.0.1:0',
      PEOPLE_RPC_ADDRESS: '127.0.0.1:1',
      AUTH_RPC_ADDRESS: '127.0.0.1:1',
      INTERNAL_TOKEN_PRIVATE_KEY_FILE: keys.signingKey,
      ...config,
    },
    logger: captured.logger,
    clock,
    ids: createIds({ clock }),
    metrics: createMetrics({ service: 'deals', processMetrics: false }),
    bus,
    database,
  });
  const minter = createTokenMinter({ signingKey: keys.signingKey, issuer: GATEWAY, clock });
  const channel = createChannel({
    address: `127.0.0.1:${app.rpcPort}`,
    mint: (actor) => minter.mint(actor, 'deals'),
    logger: captured.logger,
    clock,
  });
  const clients = {
    pipelines: createRpcClient(PipelineServiceDefinition, channel),
    deals: createRpcClient(DealServiceDefinition, channel),
    maintenance: createRpcClient(DealsMaintenanceServiceDefinition, channel),
    fields: createRpcClient(DealCustomFieldServiceDefinition, channel),
  };

  /** What one user can do, as over HTTP. */
  const as = (actor: Actor) => {
    const call = { actor, timeoutMs: 20_000 };
    const written = <R extends Row>(descriptor: Descriptor<R>, json: Json, verb: 'create' | 'update') => ({
      ...parseBody(descriptor, json, verb),
      options: {},
    });
    const shown = <R extends Row>(descriptor: Descriptor<R>, record: R | undefined, fields?: readonly string[]): Json =>
      createRenderer(descriptor)(record!, fields);
    const list = <R extends Row>(descriptor: Descriptor<R>, query: string) =>
      parseListQuery(descriptor, new URLSearchParams(query));
    return {
      createPipeline: async (json: Json) =>
        shown(pipelines, (await clients.pipelines.createPipeline(written(pipelines, json, 'create'), call)).record),
      getPipeline: async (id: number) =>
        shown(pipelines, (await clients.pipelines.getPipeline({ id, options: {} }, call)).record),
      updatePipeline: async (id: number, json: Json) =>
        shown(
          pipelines,
          (await clients.pipelines.updatePipeline({ id, ...written(pipelines, json, 'update') }, call)).record,
        ),
      deletePipeline: (id: number) => clients.pipelines.deletePipeline({ id, options: {} }, call),
      async listPipelines(query = 'sort=orderWeight&limit=100') {
        const { records, page } = await clients.pipelines.listPipelines({ query: list(pipelines, query).query }, call);
        return { total: page!.total, pipelines: records.map((record) => shown(pipelines, record)) };
      },
      createDeal: async (json: Json) =>
        shown(deals, (await clients.deals.createDeal(written(deals, json, 'create'), call)).record),
      async getDeal(id: number, query = '') {
        const { options, fields } = parseOptions(deals, 'get', new URLSearchParams(query));
        return shown(deals, (await clients.deals.getDeal({ id, options }, call)).record, fields);
      },
      updateDeal: async (id: number, json: Json) =>
        shown(deals, (await clients.deals.updateDeal({ id, ...written(deals, json, 'update') }, call)).record),
      deleteDeal: (id: number) => clients.deals.deleteDeal({ id, options: {} }, call),
      async listDeals(text = '') {
        const { query, fields } = list(deals, text);
        const { records, page, totalByStageId } = await clients.deals.listDeals({ query }, call);
        return {
          total: page!.total,
          next: page!.next,
          totalByStageId,
          deals: records.map((record) => shown(deals, record, fields)),
        };
      },
      createField: async (json: Json) =>
        shown(
          dealCustomFields,
          (await clients.fields.createDealCustomField(written(dealCustomFields, json, 'create'), call)).record,
        ),
      updateField: async (id: number, json: Json) =>
        shown(
          dealCustomFields,
          (await clients.fields.updateDealCustomField({ id, ...written(dealCustomFields, json, 'update') }, call))
            .record,
        ),
      deleteField: (id: number) => clients.fields.deleteDealCustomField({ id, options: {} }, call),
      async listFields(query = '') {
        const { records } = await clients.fields.listDealCustomFields(
          { query: list(dealCustomFields, query).query },
          call,
        );
        return records.map((record) => shown(dealCustomFields, record));
      },
    };
  };

  return {
    app,
    as,
    /** A call of the operator's. */
    rebuild: (accountId: number, role: Role = 'Operator', afterPersonId = 0) =>
      clients.maintenance.rebuildDealCopies(
        { accountId, afterPersonId },
        { actor: { accountId, userId: 1, role }, timeoutMs: 30_000 },
      ),
    warnings: captured.lines,
    async stop() {
      await channel.close();
      await app.stop(AbortSignal.timeout(10_000));
    },
  };
};

export type DealsService = Awaited<ReturnType<typeof startDealsService>>;

const TEAM: readonly { id: number; name: string; role: Role }[] = [
  { id: 1, name: 'Olga Owner', role: 'Owner' },
  { id: 2, name: 'Bea Broker', role: 'Broker' },
  { id: 3, name: 'Ada Agent', role: 'Agent' },
  { id: 4, name: 'Axel Agent', role: 'Agent' },
  { id: 5, name: 'Len Lender', role: 'Lender' },
];

/** A change as another service publishes it. */
export const messageOf = (
  accountId: number,
  type: string,
  ids: number[],
  record?: Uint8Array,
  data?: object,
): BusMessage => {
  const [service = '', resource = '', verb = ''] = type.split('.');
  const id = randomBytes(13).toString('hex');
  const value = Change.encode({
    eventId: id,
    accountId,
    occurred: undefined,
    service,
    resource,
    verb,
    ids,
    webhookEvents: [],
    actorUserId: 0,
    system: '',
    changed: [],
    record: Buffer.from(record ?? []),
    suppressOwn: false,
    dataJson: data ? JSON.stringify(data) : '',
    batchId: '',
  }).finish();
  return { key: String(accountId), id, type, time: new Date(), value };
};

/** A person as the people service encodes it. */
export const personRecord = (id: number, given: Partial<Person>): Person => ({
  ...(Object.fromEntries(
    Object.entries(people.fields).flatMap(([name, { codec }]) =>
      codec.parts?.item ? [[name, []]] : codec.parts?.map ? [[name, {}]] : [],
    ),
  ) as unknown as Person),
  id,
  version: 1,
  ...given,
});

/** A new account with five users; what each of them can do, and what other services tell of it. */
export const openAccount = async (service: DealsService, bus: Bus) => {
  const accountId = randomAccountId();
  const actor = (userId: number): Actor => {
    const { role, name } = TEAM.find(({ id }) => id === userId)!;
    return { accountId, userId, role, userName: name };
  };
  const tellUser = (user: { id: number; name: string; role: string }, version: number) =>
    bus.publish(topicOf('auth'), [
      messageOf(
        accountId,
        'auth.users.updated',
        [user.id],
        User.encode({ ...user, status: 'Active', groups: [], teamIds: [], teamLeaderOf: [], version }).finish(),
      ),
    ]);
  for (const user of TEAM) await tellUser(user, 1);
  const tellPerson = (id: number, given: Partial<Person>, verb: 'created' | 'updated' = 'created') =>
    bus.publish(topicOf('people'), [
      messageOf(accountId, `people.people.${verb}`, [id], Person.encode(personRecord(id, given)).finish()),
    ]);
  return {
    accountId,
    actor,
    owner: service.as(actor(1)),
    broker: service.as(actor(2)),
    agent: service.as(actor(3)),
    agent2: service.as(actor(4)),
    lender: service.as(actor(5)),
    tellPerson,
    rename: (id: number, name: string, version: number) =>
      tellUser({ ...TEAM.find((user) => user.id === id)!, name }, version),
    deletePerson: (id: number) => bus.publish(topicOf('people'), [messageOf(accountId, 'people.people.deleted', [id])]),
    mergePerson: (id: number, into: number) =>
      bus.publish(topicOf('people'), [messageOf(accountId, 'people.people.merged', [id], undefined, { id, into })]),
  };
};

export type Account = Awaited<ReturnType<typeof openAccount>>;

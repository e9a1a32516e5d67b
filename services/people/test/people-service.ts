import { randomBytes } from 'node:crypto';
import { createTokenMinter, GATEWAY, type Actor, type Role } from '@porchlight/access';
import { topicOf, type Bus, type BusMessage } from '@porchlight/bus';
import {
  Change,
  events,
  EventServiceDefinition,
  ImportServiceDefinition,
  MaintenanceServiceDefinition,
  people,
  PersonServiceDefinition,
  stages,
  StageServiceDefinition,
  User,
  type ImportedPerson,
} from '@porchlight/contracts';
import {
  createRenderer,
  parseBody,
  parseListQuery,
  parseOptions,
  type Action,
  type BodyOptions,
  type Descriptor,
  type Row,
} from '@porchlight/resource';
import { createChannel, createRpcClient } from '@porchlight/rpc';
import { createIds, createMetrics, systemClock } from '@porchlight/runtime';
import { parseAllowList } from '@porchlight/egress';
import { captureLogger, createTestKeys, eventually, randomAccountId } from '@porchlight/testkit';
import { createApp } from '../src/app';
import type { Config } from '../src/config';
import { createResourceClients, type ActInput, type Json } from './resource-client';

export type { Json };

export interface ServiceOptions {
  /** `memory:` or a MongoDB address. */
  readonly uri: string;
  readonly database: string;
  readonly bus: Bus;
  readonly config?: Partial<Config>;
}

/** Changes on the service's topic, as partners hear of them. */
export interface Heard {
  readonly changes: Change[];
  /** Webhook names of one account, in order. */
  webhooks(accountId: number): string[];
}

const keys = createTestKeys();
const nextTokenKey = randomBytes(32);

/** The people service over real RPC, spoken to in the JSON that the gateway takes and gives. */
export const startPeopleService = async ({ uri, database, bus, config = {} }: ServiceOptions) => {
  const captured = captureLogger({ service: 'people', level: 'warn' });
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
      PEOPLE_RPC_ADDRESS: '127.0.0.1:0',
      EGRESS_ALLOW: parseAllowList([]),
      ...config,
    },
    logger: captured.logger,
    clock,
    ids: createIds({ clock }),
    metrics: createMetrics({ service: 'people', processMetrics: false }),
    bus,
    database,
  });
  const minter = createTokenMinter({ signingKey: keys.signingKey, issuer: GATEWAY, clock });
  const channel = createChannel({
    address: `127.0.0.1:${app.rpcPort}`,
    mint: (actor) => minter.mint(actor, 'people'),
    logger: captured.logger,
    clock,
  });
  const clients = {
    people: createRpcClient(PersonServiceDefinition, channel),
    events: createRpcClient(EventServiceDefinition, channel),
    imports: createRpcClient(ImportServiceDefinition, channel),
    stages: createRpcClient(StageServiceDefinition, channel),
    maintenance: createRpcClient(MaintenanceServiceDefinition, channel),
  };
  const generic = createResourceClients(channel);

  /** What one user can do, as over HTTP. */
  const as = (actor: Actor) => {
    const call = { actor, timeoutMs: 20_000 };
    const body = <R extends Row>(descriptor: Descriptor<R>, json: Json, verb: 'create' | 'update') =>
      parseBody(descriptor, json, verb);
    const options = <R extends Row>(descriptor: Descriptor<R>, verb: 'create' | 'update' | 'delete', query: string) =>
      parseOptions(descriptor, verb, new URLSearchParams(query)).options;
    const list = <R extends Row>(descriptor: Descriptor<R>, query: string) =>
      parseListQuery(descriptor, new URLSearchParams(query)).query;
    const shown = <R extends Row>(descriptor: Descriptor<R>, record: R | undefined): Json =>
      createRenderer(descriptor)(record!);
    return {
      /** The verbs of any resource: `on(notes).create({...})`. */
      on: <R extends Row>(descriptor: Descriptor<R>) => generic.on(actor, descriptor),
      /** Any action: `act(action, { id, query, body })`. */
      act: (action: Action, input?: ActInput) => generic.act(actor, action, input),
      async createPerson(json: Json, query = '') {
        const { record, mask } = body(people, json, 'create');
        const answer = await clients.people.createPerson(
          { record, mask, options: options(people, 'create', query) },
          call,
        );
        return { status: answer.created ? 201 : 200, person: shown(people, answer.record) };
      },
      async getPerson(id: number) {
        return shown(people, (await clients.people.getPerson({ id, options: {} }, call)).record);
      },
      async listPeople(query = '') {
        const { records, page } = await clients.people.listPeople({ query: list(people, query) }, call);
        return { total: page!.total, next: page!.next, people: records.map((record) => shown(people, record)) };
      },
      async updatePerson(id: number, json: Json, query = '') {
        const { record, mask } = body(people, json, 'update');
        const request = { id, record, mask, options: options(people, 'update', query) };
        return shown(people, (await clients.people.updatePerson(request, call)).record);
      },
      async deletePerson(id: number) {
        await clients.people.deletePerson({ id, options: {} }, call);
      },
      /** `system`: name of the registered system that sends, where the body names none. */
      async send(json: Json, options: BodyOptions = {}, system?: string) {
        const { record, mask, ignored } = parseBody(events, json, 'create', options);
        if (system !== undefined && record.system === undefined) {
          record.system = system;
          mask.push('system');
        }
        const request = { record, mask, options: {} };
        const { person, created, eventId, ignored: unknownNames } = await clients.events.ingestEvent(request, call);
        return {
          status: created ? 201 : 200,
          person: shown(people, person),
          eventId,
          ignored: [...ignored, ...unknownNames],
        };
      },
      async getEvent(id: number) {
        return shown(events, (await clients.events.getEvent({ id, options: {} }, call)).record);
      },
      async listEvents(query = '') {
        const { records, page } = await clients.events.listEvents({ query: list(events, query) }, call);
        return { total: page!.total, events: records.map((record) => shown(events, record)) };
      },
      async createStage(json: Json) {
        const { record, mask } = body(stages, json, 'create');
        return shown(stages, (await clients.stages.createStage({ record, mask, options: {} }, call)).record);
      },
      async updateStage(id: number, json: Json) {
        const { record, mask } = body(stages, json, 'update');
        return shown(stages, (await clients.stages.updateStage({ id, record, mask, options: {} }, call)).record);
      },
      async getStage(id: number) {
        return shown(stages, (await clients.stages.getStage({ id, options: {} }, call)).record);
      },
      async deleteStage(id: number, query = '') {
        await clients.stages.deleteStage({ id, options: options(stages, 'delete', query) }, call);
      },
      async listStages(query = 'limit=100') {
        const { records, page } = await clients.stages.listStages({ query: list(stages, query) }, call);
        return { total: page!.total, stages: records.map((record) => shown(stages, record)) };
      },
    };
  };

  return {
    app,
    as,
    /** People taken over with their history. */
    importPeople: (
      accountId: number,
      people: ImportedPerson[],
      actor: Actor = { accountId: 0, userId: 0, role: 'Operator' },
    ) => clients.imports.importPeople({ accountId, people }, { actor, timeoutMs: 20_000 }),
    /** What the operator's counting finds and repairs. */
    recount: async (accountId: number, actor: Actor = { accountId: 0, userId: 0, role: 'Operator' }) =>
      (await clients.maintenance.recount({ accountId, afterPersonId: 0 }, { actor, timeoutMs: 20_000 })).drift,
    warnings: captured.lines,
    async stop() {
      await channel.close();
      await app.stop(AbortSignal.timeout(10_000));
    },
  };
};

export type PeopleService = Awaited<ReturnType<typeof startPeopleService>>;

/** Listens to the service's topic like any consumer. */
export const listen = async (bus: Bus): Promise<Heard> => {
  const changes: Change[] = [];
  await bus.subscribe({
    group: `test.${randomBytes(6).toString('hex')}`,
    topics: [topicOf('people')],
    handler: async (batch) => void changes.push(...batch.map((message) => Change.decode(message.value))),
  });
  return {
    changes,
    webhooks: (accountId) =>
      changes.filter((change) => change.accountId === accountId).flatMap((change) => change.webhookEvents),
  };
};

const TEAM: readonly { id: number; name: string; role: Role }[] = [
  { id: 1, name: 'Olga Owner', role: 'Owner' },
  { id: 2, name: 'Bea Broker', role: 'Broker' },
  { id: 3, name: 'Ada Agent', role: 'Agent' },
  { id: 4, name: 'Axel Agent', role: 'Agent' },
  { id: 5, name: 'Len Lender', role: 'Lender' },
];

const userChange = (accountId: number, user: (typeof TEAM)[number], version = 1): BusMessage => {
  const [firstName, lastName] = user.name.split(' ');
  const record = User.encode({
    ...user,
    firstName,
    lastName,
    status: 'Active',
    groups: [],
    teamIds: [],
    teamLeaderOf: [],
    version,
  }).finish();
  const id = randomBytes(13).toString('hex');
  const value = Change.encode({
    eventId: id,
    accountId,
    occurred: undefined,
    service: 'auth',
    resource: 'users',
    verb: 'created',
    ids: [user.id],
    webhookEvents: [],
    actorUserId: 0,
    system: '',
    changed: [],
    record: Buffer.from(record),
    suppressOwn: false,
    dataJson: '',
    batchId: '',
  }).finish();
  return { key: String(accountId), id, type: 'auth.users.created', time: new Date(), value };
};

/** A new account with five users, known to the service; and what each of them can do. */
export const openAccount = async (service: PeopleService, bus: Bus) => {
  const accountId = randomAccountId();
  const actor = (userId: number): Actor => {
    const { role, name } = TEAM.find(({ id }) => id === userId)!;
    return { accountId, userId, role, userName: name };
  };
  await bus.publish(
    topicOf('auth'),
    TEAM.map((user) => userChange(accountId, user)),
  );
  const owner = service.as(actor(1));
  // The copies are there once the last of them can be named.
  await eventually(async () => {
    const { person } = await owner.createPerson({ firstName: 'Probe', assignedLenderId: 5 });
    await owner.deletePerson(person.id);
  });
  return {
    accountId,
    actor,
    owner,
    broker: service.as(actor(2)),
    agent: service.as(actor(3)),
    agent2: service.as(actor(4)),
    lender: service.as(actor(5)),
    rename: (id: number, name: string, version: number) =>
      bus.publish(topicOf('auth'), [userChange(accountId, { ...TEAM.find((user) => user.id === id)!, name }, version)]),
  };
};

export type Account = Awaited<ReturnType<typeof openAccount>>;

import { randomBytes } from 'node:crypto';
import { parseAllowList } from '@porchlight/egress';
import { createTokenMinter, GATEWAY, type Actor, type Role } from '@porchlight/access';
import type { RecordSources } from '@porchlight/backend';
import { topicOf, type Bus, type BusMessage } from '@porchlight/bus';
import {
  actionPlans,
  ActionPlanServiceDefinition,
  appliedPlans,
  AppliedPlanServiceDefinition,
  Change,
  emCampaigns,
  EmCampaignServiceDefinition,
  emEvents,
  EmEventServiceDefinition,
  Event,
  MarketingMaintenanceServiceDefinition,
  Person,
  templates,
  TemplateServiceDefinition,
  User,
} from '@porchlight/contracts';
import { createRenderer, parseBody, parseListQuery, type Descriptor, type Row } from '@porchlight/resource';
import { createChannel, createRpcClient, type Repeatable } from '@porchlight/rpc';
import type { Mailer } from '@porchlight/mail';
import { createIds, createMetrics, systemClock, type Clock } from '@porchlight/runtime';
import { captureLogger, createTestKeys, eventually, randomAccountId } from '@porchlight/testkit';
import { createApp } from '../src/app';

/** A record as callers get it. */
export type Json = Record<string, any>;

export interface ServiceOptions {
  /** `memory:` or a MongoDB address. */
  readonly uri: string;
  readonly database: string;
  readonly bus: Bus;
  readonly clock?: Clock;
  readonly mailer?: Mailer;
  readonly smtpUrl?: string;
  readonly planIntervalMs?: number;
  /** What stands in for people and auth when copies are rebuilt. */
  readonly sources?: RecordSources;
}

/** A message with these fields, all others as they are when nothing was sent. */
const made = <T extends object>(type: { decode(bytes: Uint8Array): T }, fields: Partial<T>): T =>
  Object.assign(type.decode(new Uint8Array()), fields);

const keys = createTestKeys();
const nextTokenKey = randomBytes(32);

/** The marketing service over real RPC, spoken to in the JSON that the gateway takes and gives. */
export const startMarketingService = async ({
  uri,
  database,
  bus,
  clock = systemClock,
  mailer,
  smtpUrl,
  planIntervalMs,
  sources,
}: ServiceOptions) => {
  const captured = captureLogger({ service: 'marketing', level: 'warn' });
  const app = await createApp({
    config: {
      LOG_LEVEL: 'warn',
      OPERATIONS_HOST: '127.0.0.1',
      OPERATIONS_PORT: 0,
      MONGODB_URI: uri,
      KAFKA_BROKERS: ['127.0.0.1:1'],
      INTERNAL_TOKEN_PUBLIC_KEY_FILE: keys.publicKey,
      NEXT_TOKEN_KEY_FILE: nextTokenKey,
      MARKETING_RPC_ADDRESS: '127.0.0.1:0',
      PEOPLE_RPC_ADDRESS: '127.0.0.1:1',
      AUTH_RPC_ADDRESS: '127.0.0.1:1',
      INTERNAL_TOKEN_PRIVATE_KEY_FILE: keys.signingKey,
      MAIL_FROM: 'Porchlight <porchlight@localhost>',
      SMTP_TLS: 'optional',
      SMTP_ALLOW: parseAllowList(['127.0.0.1']),
      ...(smtpUrl !== undefined && { SMTP_URL: smtpUrl }),
    },
    logger: captured.logger,
    clock,
    ids: createIds({ clock }),
    metrics: createMetrics({ service: 'marketing', processMetrics: false }),
    bus,
    database,
    ...(mailer && { mailer }),
    ...(sources && { sources }),
    ...(planIntervalMs !== undefined && { planIntervalMs }),
  });
  const minter = createTokenMinter({ signingKey: keys.signingKey, issuer: GATEWAY, clock });
  const channel = createChannel({
    address: `127.0.0.1:${app.rpcPort}`,
    mint: (actor) => minter.mint(actor, 'marketing'),
    logger: captured.logger,
    clock,
  });
  const clients = {
    templates: createRpcClient(TemplateServiceDefinition, channel),
    campaigns: createRpcClient(EmCampaignServiceDefinition, channel),
    emEvents: createRpcClient(EmEventServiceDefinition, channel),
    plans: createRpcClient(ActionPlanServiceDefinition, channel),
    applied: createRpcClient(AppliedPlanServiceDefinition, channel),
  };

  /** What one user can do, as over HTTP. */
  const as = (actor: Actor) => {
    const call = { actor, timeoutMs: 20_000 };
    const list = <R extends Row>(descriptor: Descriptor<R>, query: string) =>
      parseListQuery(descriptor, new URLSearchParams(query)).query;
    const shown = <R extends Row>(descriptor: Descriptor<R>, record: R | undefined, fields?: string[]): Json =>
      createRenderer(descriptor)(record!, fields);
    return {
      async createTemplate(json: Json) {
        const { record, mask } = parseBody(templates, json, 'create');
        return shown(templates, (await clients.templates.createTemplate({ record, mask, options: {} }, call)).record);
      },
      async getTemplate(id: number, mergePersonId?: number) {
        const options: Record<string, string> =
          mergePersonId === undefined ? {} : { mergePersonId: String(mergePersonId) };
        return shown(templates, (await clients.templates.getTemplate({ id, options }, call)).record);
      },
      async mergeTemplate(templateId: number, mergePersonId: number) {
        return shown(templates, (await clients.templates.mergeTemplate({ templateId, mergePersonId }, call)).record);
      },
      async updateTemplate(id: number, json: Json) {
        const { record, mask } = parseBody(templates, json, 'update');
        return shown(
          templates,
          (await clients.templates.updateTemplate({ id, record, mask, options: {} }, call)).record,
        );
      },
      async deleteTemplate(id: number) {
        await clients.templates.deleteTemplate({ id, options: {} }, call);
      },
      async listTemplates(query = '') {
        const { records, page } = await clients.templates.listTemplates({ query: list(templates, query) }, call);
        return { total: page!.total, next: page!.next, templates: records.map((record) => shown(templates, record)) };
      },
      async createPlan(json: Json) {
        const { record, mask } = parseBody(actionPlans, json, 'create');
        return shown(actionPlans, (await clients.plans.createActionPlan({ record, mask, options: {} }, call)).record);
      },
      async getPlan(id: number) {
        return (await clients.plans.getActionPlan({ id, options: {} }, call)).record!;
      },
      async updatePlan(id: number, json: Json) {
        const { record, mask } = parseBody(actionPlans, json, 'update');
        return (await clients.plans.updateActionPlan({ id, record, mask, options: {} }, call)).record!;
      },
      async deletePlan(id: number) {
        await clients.plans.deleteActionPlan({ id, options: {} }, call);
      },
      async listPlans(query = '') {
        const { records, page } = await clients.plans.listActionPlans({ query: list(actionPlans, query) }, call);
        return { total: page!.total, plans: records.map((record) => shown(actionPlans, record)) };
      },
      async applyPlan(personId: number, actionPlanId: number, more: Json = {}, repeatable?: Repeatable) {
        const { record, mask } = parseBody(appliedPlans, { personId, actionPlanId, ...more }, 'create');
        return shown(
          appliedPlans,
          (await clients.applied.createAppliedPlan({ record, mask, options: {} }, { ...call, repeatable })).record,
        );
      },
      async getApplied(id: number, fields?: string[]) {
        return shown(appliedPlans, (await clients.applied.getAppliedPlan({ id, options: {} }, call)).record, fields);
      },
      async setApplied(id: number, json: Json) {
        const { record, mask } = parseBody(appliedPlans, json, 'update');
        return shown(
          appliedPlans,
          (await clients.applied.updateAppliedPlan({ id, record, mask, options: {} }, call)).record,
        );
      },
      async listApplied(query = '') {
        const { records, page } = await clients.applied.listAppliedPlans({ query: list(appliedPlans, query) }, call);
        return { total: page!.total, applied: records.map((record) => shown(appliedPlans, record)) };
      },
      async createCampaign(json: Json) {
        const { record, mask } = parseBody(emCampaigns, json, 'create');
        return shown(
          emCampaigns,
          (await clients.campaigns.createEmCampaign({ record, mask, options: {} }, call)).record,
        );
      },
      async updateCampaign(id: number, json: Json) {
        const { record, mask } = parseBody(emCampaigns, json, 'update');
        return shown(
          emCampaigns,
          (await clients.campaigns.updateEmCampaign({ id, record, mask, options: {} }, call)).record,
        );
      },
      async listCampaigns(query = '') {
        const { records, page } = await clients.campaigns.listEmCampaigns({ query: list(emCampaigns, query) }, call);
        return { total: page!.total, campaigns: records.map((record) => shown(emCampaigns, record)) };
      },
      async record(events: readonly Json[]) {
        const sent = events.map(({ occurred, ...event }) => ({
          recipient: '',
          campaignId: 0,
          ...event,
          ...(occurred !== undefined && { occurred: new Date(occurred) }),
        }));
        return clients.emEvents.recordEmEvents({ emEvents: sent as never }, call);
      },
      async listEmEvents(query = '') {
        const { records, page } = await clients.emEvents.listEmEvents({ query: list(emEvents, query) }, call);
        return { total: page!.total, next: page!.next, emEvents: records.map((record) => shown(emEvents, record)) };
      },
    };
  };

  const maintenance = createRpcClient(MarketingMaintenanceServiceDefinition, channel);
  return {
    app,
    as,
    rebuild: (
      accountId: number,
      role: Role = 'Operator',
      more: { afterPersonId?: number; afterEventId?: number } = {},
    ) =>
      maintenance.rebuildMarketingCopies(
        { accountId, afterPersonId: 0, afterEventId: 0, ...more },
        { actor: { accountId, userId: 1, role }, timeoutMs: 30_000 },
      ),
    warnings: captured.lines,
    async stop() {
      await channel.close();
      await app.stop(AbortSignal.timeout(10_000));
    },
  };
};

export type MarketingService = Awaited<ReturnType<typeof startMarketingService>>;

/** Changes on the service's topic, as consumers hear of them. */
export const listen = async (bus: Bus) => {
  const changes: Change[] = [];
  await bus.subscribe({
    group: `test.${randomBytes(6).toString('hex')}`,
    topics: [topicOf('marketing')],
    handler: async (batch) => void changes.push(...batch.map((message) => Change.decode(message.value))),
  });
  const of = (accountId: number, verb?: string) =>
    changes.filter(
      (change) => change.accountId === accountId && change.resource === 'emEvents' && (!verb || change.verb === verb),
    );
  return {
    of,
    /** Steps that are due, in the order they were told. */
    steps: (accountId: number): Json[] =>
      changes
        .filter((change) => change.accountId === accountId && change.resource === 'planSteps')
        .map(({ dataJson }) => JSON.parse(dataJson)),
    /** Ids that partners were told of, by webhook event. */
    notified: (accountId: number, event: string) =>
      of(accountId).filter(({ webhookEvents }) => webhookEvents.includes(event)),
    /** Entries of a fact, in order. */
    facts: (accountId: number, verb: string): Json[] =>
      of(accountId, verb).flatMap(({ dataJson }) => JSON.parse(dataJson).people),
  };
};

export type Heard = Awaited<ReturnType<typeof listen>>;

const TEAM: readonly { id: number; name: string; role: Role; phone: string }[] = [
  { id: 1, name: 'Olga Owner', role: 'Owner', phone: '555-0101' },
  { id: 2, name: 'Bea Broker', role: 'Broker', phone: '555-0102' },
  { id: 3, name: 'Ada Agent', role: 'Agent', phone: '555-0103' },
  { id: 4, name: 'Axel Agent', role: 'Agent', phone: '' },
  { id: 5, name: 'Len Lender', role: 'Lender', phone: '' },
];

interface Told {
  readonly service: string;
  readonly resource: string;
  readonly verb: string;
  readonly ids: number[];
  readonly record?: Uint8Array;
  readonly changed?: string[];
  readonly data?: Json;
  readonly occurred?: Date;
}

/** A change as another service publishes it. */
export const messageOf = (
  accountId: number,
  { service, resource, verb, ids, record, changed = [], data, occurred = new Date() }: Told,
): BusMessage => {
  const eventId = randomBytes(13).toString('hex');
  const value = Change.encode(
    made(Change, {
      eventId,
      accountId,
      occurred,
      service,
      resource,
      verb,
      ids,
      changed,
      record: Buffer.from(record ?? []),
      dataJson: data ? JSON.stringify(data) : '',
    }),
  ).finish();
  return { key: String(accountId), id: eventId, type: `${service}.${resource}.${verb}`, time: new Date(), value };
};

export interface TestPerson {
  readonly id: number;
  readonly emails?: readonly string[];
  readonly viewers?: readonly number[];
  readonly version?: number;
  readonly fields?: Json;
}

export const personMessage = (
  accountId: number,
  { id, emails = [], viewers = [], version = 1, fields = {} }: TestPerson,
  changed: string[] = [],
): BusMessage =>
  messageOf(accountId, {
    service: 'people',
    resource: 'people',
    verb: version === 1 ? 'created' : 'updated',
    ids: [id],
    changed,
    record: Person.encode(
      made(Person, {
        id,
        version,
        name: `Person ${id}`,
        firstName: 'Person',
        lastName: String(id),
        emails: emails.map((value, at) => ({ value, type: 'home', isPrimary: at === 0, status: '' })),
        viewerIds: [...viewers],
        ...fields,
      }),
    ).finish(),
  });

/** A new account with five users, known to the service; and what each of them can do. */
export const openAccount = async (service: MarketingService, bus: Bus) => {
  const accountId = randomAccountId();
  const actor = (userId: number, system?: string): Actor => {
    const { role, name } = TEAM.find(({ id }) => id === userId)!;
    return { accountId, userId, role, userName: name, ...(system && { system }) };
  };
  const tellPeople = (...messages: BusMessage[]) => bus.publish(topicOf('people'), messages);
  await bus.publish(
    topicOf('auth'),
    TEAM.map(({ id, name, role, phone }) => {
      const [firstName, lastName] = name.split(' ');
      const email = `${firstName!.toLowerCase()}@agency.example`;
      const user = made(User, { id, name, firstName, lastName, email, phone, role, status: 'Active', version: 1 });
      return messageOf(accountId, {
        service: 'auth',
        resource: 'users',
        verb: 'created',
        ids: [id],
        record: User.encode(user).finish(),
      });
    }),
  );
  const owner = service.as(actor(1));
  let probe: number | undefined;
  const account = {
    accountId,
    actor,
    owner,
    broker: service.as(actor(2)),
    agent: service.as(actor(3)),
    agent2: service.as(actor(4)),
    lender: service.as(actor(5)),
    tellPeople,
    /** Makes people known and waits until they are. */
    async people(...people: TestPerson[]) {
      await tellPeople(...people.map((person) => personMessage(accountId, person)));
      await account.known(people.at(-1)!.id);
    },
    /** Waits until everything published before has been taken in. */
    async known(personId: number) {
      probe ??= (await owner.createTemplate({ name: 'Probe', subject: 's', body: 'b', isShared: false })).id as number;
      await eventually(async () => void (await owner.getTemplate(probe!, personId)));
    },
    /** An event of a minute of the year 2026. */
    inquiry: (minute: number, personId: number, street: string, type = 'Property Inquiry', id = minute) =>
      tellPeople(
        messageOf(accountId, {
          service: 'people',
          resource: 'events',
          verb: 'created',
          ids: [id],
          record: Event.encode(
            made(Event, {
              id,
              created: new Date(Date.UTC(2026, 0, 1, 0, minute)),
              personId,
              type,
              property: { street } as never,
            }),
          ).finish(),
        }),
      ),
    /** A lead that lead flow gave a plan. */
    lead: (eventId: number, personId: number, actionPlanId: number, more: Json = {}) => {
      const data = {
        eventId,
        personId,
        isNew: true,
        type: 'Registration',
        source: 'Zillow',
        personName: 'P',
        notifyUserIds: [],
        actionPlanId,
        historyOnly: false,
        ...more,
      };
      return tellPeople(
        messageOf(accountId, { service: 'people', resource: 'events', verb: 'leadReceived', ids: [eventId], data }),
      );
    },
    /** A step that people could not carry out. */
    refused: (stepId: string, reason: string, occurred?: Date) =>
      tellPeople(
        messageOf(accountId, {
          service: 'people',
          resource: 'planSteps',
          verb: 'refused',
          ids: [],
          data: { stepId, personId: 1, reason },
          ...(occurred && { occurred }),
        }),
      ),
    contacted: (personId: number, occurred?: Date) =>
      tellPeople(
        messageOf(accountId, {
          service: 'people',
          resource: 'people',
          verb: 'contacted',
          ids: [personId],
          data: { personId },
          ...(occurred && { occurred }),
        }),
      ),
    forget: (personId: number) =>
      tellPeople(messageOf(accountId, { service: 'people', resource: 'people', verb: 'deleted', ids: [personId] })),
    merge: (loser: number, into: number) =>
      tellPeople(
        messageOf(accountId, {
          service: 'people',
          resource: 'people',
          verb: 'merged',
          ids: [into],
          data: { id: loser, into },
        }),
      ),
  };
  return account;
};

export type Account = Awaited<ReturnType<typeof openAccount>>;

import type { Actor, Role } from '@porchlight/access';
import type { AccountSource, Originals } from '@porchlight/backend';
import { formatTopic, type Bus, type BusMessage } from '@porchlight/bus';
import {
  actionPlans,
  ActionPlanServiceDefinition,
  appliedPlans,
  automationRuns,
  automations,
  AppliedPlanServiceDefinition,
  AutomationRunServiceDefinition,
  CopyServiceDefinition,
  emCampaigns,
  leadAddresses,
  emEvents,
  EmEventServiceDefinition,
  suppressions,
  SenderDomainServiceDefinition,
  UnsubscribeServiceDefinition,
  Event,
  type OwnAccount,
  type RecordEmailRequest,
  Person,
  templates,
  TemplateServiceDefinition,
  textMessageTemplates,
  TextMessageTemplateServiceDefinition,
  type TextRecipient,
} from '@porchlight/contracts';
import { parseAllowList } from '@porchlight/egress';
import type { Mailer } from '@porchlight/mail';
import { createRenderer, parseBody } from '@porchlight/resource';
import type { IdempotencyKey } from '@porchlight/rpc';
import { eventually } from '@porchlight/testkit';
import {
  collectChanges,
  createChangeMessage,
  createMessage,
  createServiceContext,
  createTestTeam,
  rebuildCopies,
  type Json,
  type ServiceContextOptions,
} from '@porchlight/backend/test/service';
import type { SaveEmail, SendLead } from '../src/people-calls';
import { marketing } from '../src/main';

export type { Json };

/** Mails that the services of this file recorded in people. */
export const RECORDED: (RecordEmailRequest & { readonly accountId: number })[] = [];

/** The account of every test as auth returns it. */
const createAccountSource =
  (account: Partial<OwnAccount> = {}): AccountSource['account'] =>
  async (id) => ({
    id,
    version: 1,
    name: 'Harbor Lane Homes',
    domain: '',
    ownerName: '',
    ownerEmail: '',
    handling: 'strict',
    unregisteredSystems: 'refuse',
    country: 'US',
    mailsPerDay: {},
    corsOrigins: [],
    mailFooter: '12 Harbor Lane\nAustin, TX 78701',
    ...account,
  });

export interface ServiceOptions extends ServiceContextOptions {
  readonly mailer?: Mailer;
  readonly smtpUrl?: string;
  readonly planIntervalMs?: number;
  /** Fields of every account in auth; the others have defaults. */
  readonly account?: Partial<OwnAccount>;
  readonly requireSenderDomain?: boolean;
  /** host:port on which mail arrives, for addresses of in.example. */
  readonly inbound?: string;
  /** DNS servers of sender domains. */
  readonly dnsServers?: readonly string[];
  /** Replaces the records of mails in people. Default: they are stored in `recorded`. */
  readonly saveEmail?: SaveEmail;
  /** Replaces people for leads by mail. */
  readonly sendLead?: SendLead;
  /** Replaces people and auth when copies are rebuilt. */
  readonly originals?: Originals;
}

/** Starts the marketing service. Tests call it over RPC with the JSON of the API. */
export const startMarketingService = async ({
  mailer,
  smtpUrl,
  planIntervalMs,
  originals,
  saveEmail,
  sendLead,
  account,
  requireSenderDomain = false,
  inbound,
  dnsServers = [],
  ...options
}: ServiceOptions) => {
  const context = createServiceContext('marketing', options);
  const app = await marketing.start({
    ...context.dependencies,
    config: {
      ...context.config,
      MARKETING_RPC_ADDRESS: '127.0.0.1:0',
      PUBLIC_BASE_URL: 'https://porchlight.example',
      MAIL_FROM: 'Porchlight <porchlight@localhost>',
      REQUIRE_SENDER_DOMAIN: requireSenderDomain,
      SENDER_DNS_SERVERS: [...dnsServers],
      SMTP_TLS: 'optional',
      SMTP_ALLOW: parseAllowList(['127.0.0.1']),
      ...(smtpUrl !== undefined && { SMTP_URL: smtpUrl }),
      ...(inbound !== undefined && { INBOUND_SMTP_ADDRESS: inbound, INBOUND_MAIL_DOMAIN: 'in.example' }),
    },
    ...(mailer && { mailer }),
    ...(originals && { originals }),
    ...(sendLead && { sendLead }),
    loadAccount: createAccountSource(account),
    saveEmail: saveEmail ?? (async (accountId, request) => void RECORDED.push({ accountId, ...request })),
    ...(planIntervalMs !== undefined && { planIntervalMs }),
  });
  const service = context.connect(app);
  const clients = {
    templates: service.createClient(TemplateServiceDefinition),
    textMessageTemplates: service.createClient(TextMessageTemplateServiceDefinition),
    emEvents: service.createClient(EmEventServiceDefinition),
    plans: service.createClient(ActionPlanServiceDefinition),
    applied: service.createClient(AppliedPlanServiceDefinition),
    runs: service.createClient(AutomationRunServiceDefinition),
    maintenance: service.createClient(CopyServiceDefinition),
    unsubscribe: service.createClient(UnsubscribeServiceDefinition),
    senderDomains: service.createClient(SenderDomainServiceDefinition),
  };

  /** The API of one user. */
  const as = (actor: Actor) => {
    const call = service.call(actor);
    const { on } = service.as(actor);
    const [forTemplates, forPlans, forApplied] = [on(templates), on(actionPlans), on(appliedPlans)];
    const [forAutomations, forRuns] = [on(automations), on(automationRuns)];
    const [forCampaigns, forEmEvents, forSuppressions] = [on(emCampaigns), on(emEvents), on(suppressions)];
    return {
      createTemplate: forTemplates.create,
      getTemplate: (id: number, mergePersonId?: number) =>
        forTemplates.get(id, mergePersonId === undefined ? '' : `mergePersonId=${mergePersonId}`),
      async mergeTemplate(templateId: number, mergePersonId: number): Promise<Json> {
        const { record } = await clients.templates.mergeTemplate({ templateId, mergePersonId }, call);
        return createRenderer(templates)(record!);
      },
      sendTest: async (id: number, personId?: number): Promise<string> =>
        (await clients.templates.sendTestMail({ id, personId }, call)).sentTo,
      updateTemplate: forTemplates.update,
      deleteTemplate: (id: number) => forTemplates.remove(id),
      async listTemplates(query = '') {
        const { total, next, records } = await forTemplates.list(query);
        return { total, next, templates: records };
      },
      textTemplates: on(textMessageTemplates),
      async mergeText(templateId: number, personId: number, recipients: TextRecipient[] = []): Promise<string> {
        const request = { templateId, personId, recipients };
        return (await clients.textMessageTemplates.mergeTextMessageTemplate(request, call)).mergedTemplate;
      },
      automations: forAutomations,
      runs: forRuns,
      readFigures: (campaignId: number) => clients.emEvents.readCampaignFigures({ campaignId }, call),
      createPlan: forPlans.create,
      /** The stored record, not rendered. */
      getPlan: async (id: number) => (await clients.plans.getActionPlan({ id, options: {} }, call)).record!,
      async updatePlan(id: number, json: Json) {
        const { record, mask } = parseBody(actionPlans, json, 'update');
        return (await clients.plans.updateActionPlan({ id, record, mask, options: {} }, call)).record!;
      },
      deletePlan: (id: number) => forPlans.remove(id),
      async listPlans(query = '') {
        const { total, records } = await forPlans.list(query);
        return { total, plans: records };
      },
      async applyPlan(
        personId: number,
        actionPlanId: number,
        more: Json = {},
        idempotencyKey?: IdempotencyKey,
      ): Promise<Json> {
        const { record, mask } = parseBody(appliedPlans, { personId, actionPlanId, ...more }, 'create');
        const request = { record, mask, options: {} };
        const applied = await clients.applied.createAppliedPlan(request, { ...call, idempotencyKey });
        return createRenderer(appliedPlans)(applied.record!);
      },
      getApplied: (id: number, fields: readonly string[] = []) =>
        forApplied.get(id, fields.length > 0 ? `fields=${fields.join()}` : ''),
      setApplied: forApplied.update,
      removeApplied: forApplied.remove,
      retryApplied: (id: number, step: number) => clients.applied.retryAppliedPlanStep({ id, step }, call),
      retryRun: (id: number, step: string) => clients.runs.retryAutomationRunStep({ id, step }, call),
      async listApplied(query = '') {
        const { total, records } = await forApplied.list(query);
        return { total, applied: records };
      },
      readSender: async () => (await clients.senderDomains.readSenderDomain({}, call)).record!,
      setSender: async (address: string) => (await clients.senderDomains.setSenderDomain({ address }, call)).record!,
      verifySender: async () => (await clients.senderDomains.verifySenderDomain({}, call)).record!,
      createLeadAddress: on(leadAddresses).create,
      getLeadAddress: (id: number) => on(leadAddresses).get(id),
      deleteLeadAddress: (id: number) => on(leadAddresses).remove(id),
      suppress: forSuppressions.create,
      getSuppression: (id: number) => forSuppressions.get(id),
      deleteSuppression: (id: number) => forSuppressions.remove(id),
      async listSuppressions(query = '') {
        const { total, records } = await forSuppressions.list(query);
        return { total, suppressions: records };
      },
      createCampaign: forCampaigns.create,
      updateCampaign: forCampaigns.update,
      async listCampaigns(query = '') {
        const { total, records } = await forCampaigns.list(query);
        return { total, campaigns: records };
      },
      async record(events: readonly Json[], strict = false) {
        const sent = events.map(({ occurred, ...event }) => ({
          recipient: '',
          campaignId: 0,
          ...event,
          ...(occurred !== undefined && { occurred: new Date(occurred) }),
        }));
        return clients.emEvents.recordEmEvents({ emEvents: sent as never, strict }, call);
      },
      async listEmEvents(query = '') {
        const { total, next, records } = await forEmEvents.list(query);
        return { total, next, emEvents: records };
      },
    };
  };

  const asGateway = { actor: { accountId: 0, userId: 0, role: 'Operator' }, timeoutMs: 20_000 } as const;

  return {
    app,
    config: context.config,
    as,
    /** Rebuilds the copies of people and events as the operator does. */
    rebuild: (accountId: number, role?: Role, after?: string) =>
      rebuildCopies(clients.maintenance, accountId, role, after),
    createClient: service.createClient,
    unsubscribe: {
      describe: (token: string) => clients.unsubscribe.describeUnsubscribeLink({ token }, asGateway),
      optOut: (token: string) => clients.unsubscribe.optOut({ token }, asGateway),
    },
    warnings: service.log.lines,
    stop: service.stop,
  };
};

export type MarketingService = Awaited<ReturnType<typeof startMarketingService>>;

/** Collects the changes that the service publishes. */
export const listen = async (bus: Bus) => {
  const { changes } = await collectChanges(bus, 'marketing');
  const of = (accountId: number, verb?: string) =>
    changes.filter(
      (change) => change.accountId === accountId && change.resource === 'emEvents' && (!verb || change.verb === verb),
    );
  return {
    changes,
    of,
    /** Due steps in the order of their publication. */
    steps: (accountId: number): Json[] =>
      changes
        .filter((change) => change.accountId === accountId && change.resource === 'planSteps')
        .map(({ dataJson }) => JSON.parse(dataJson)),
    /** Published ids by webhook event. */
    notified: (accountId: number, event: string) =>
      of(accountId).filter(({ webhookEvents }) => webhookEvents.includes(event)),
    /** Entries of a fact, in order. */
    facts: (accountId: number, verb: string): Json[] =>
      of(accountId, verb).flatMap(({ dataJson }) => JSON.parse(dataJson).people),
  };
};

export type CollectedMessages = Awaited<ReturnType<typeof listen>>;

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
  createChangeMessage(accountId, {
    service: 'people',
    resource: 'people',
    verb: version === 1 ? 'created' : 'updated',
    ids: [id],
    changed,
    record: Person.encode(
      createMessage(Person, {
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

/** Creates an account with five users. Returns the API of each, and functions that publish changes of people. */
export const openAccount = async (service: MarketingService, bus: Bus) => {
  const team = await createTestTeam(bus, service.as);
  const { accountId, owner } = team;
  const publishPeople = (...messages: BusMessage[]) => bus.publish(formatTopic('people'), messages);
  let probe: number | undefined;
  const account = {
    ...team,
    publishPeople,
    /** Makes people known and waits until they are. */
    async people(...people: TestPerson[]) {
      await publishPeople(...people.map((person) => personMessage(accountId, person)));
      await account.known(people.at(-1)!.id);
    },
    /** Waits until everything published before has been taken in. */
    async known(personId: number) {
      probe ??= (await owner.createTemplate({ name: 'Probe', subject: 's', body: 'b', isShared: false })).id as number;
      await eventually(async () => void (await owner.getTemplate(probe!, personId)));
    },
    /** An event of a minute of the year 2026. */
    inquiry: (minute: number, personId: number, street: string, type = 'Property Inquiry', id = minute) =>
      publishPeople(
        createChangeMessage(accountId, {
          service: 'people',
          resource: 'events',
          verb: 'created',
          ids: [id],
          record: Event.encode(
            createMessage(Event, {
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
      return publishPeople(
        createChangeMessage(accountId, {
          service: 'people',
          resource: 'events',
          verb: 'leadReceived',
          ids: [eventId],
          data,
        }),
      );
    },
    /** A task that another user got. */
    reassigned: (stepId: string, reason: string, occurred: Date) =>
      publishPeople(
        createChangeMessage(accountId, {
          service: 'people',
          resource: 'planSteps',
          verb: 'reassigned',
          ids: [],
          data: { stepId, personId: 1, reason },
          occurred,
        }),
      ),
    /** A step that people could not carry out. */
    refused: (stepId: string, reason: string, occurred?: Date) =>
      publishPeople(
        createChangeMessage(accountId, {
          service: 'people',
          resource: 'planSteps',
          verb: 'refused',
          ids: [],
          data: { stepId, personId: 1, reason },
          ...(occurred && { occurred }),
        }),
      ),
    contacted: (personId: number, occurred?: Date) =>
      publishPeople(
        createChangeMessage(accountId, {
          service: 'people',
          resource: 'people',
          verb: 'contacted',
          ids: [personId],
          data: { personId },
          ...(occurred && { occurred }),
        }),
      ),
    forget: (personId: number) =>
      publishPeople(
        createChangeMessage(accountId, { service: 'people', resource: 'people', verb: 'deleted', ids: [personId] }),
      ),
    merge: (loser: number, into: number) =>
      publishPeople(
        createChangeMessage(accountId, {
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

import { randomBytes } from 'node:crypto';
import { createChangeMessage, createMessage, type Json } from '@porchlight/backend/test/service';
import { createMemoryBus, formatTopic, type Bus } from '@porchlight/bus';
import {
  Deal,
  EmailMessage,
  PhoneCall,
  ReferenceServiceDefinition,
  TextMessage,
  type NamedRecord,
} from '@porchlight/contracts';
import { createRecordingMailer } from '@porchlight/mail';
import { eventually, startDatabase, type TestDatabase } from '@porchlight/testkit';
import {
  listen,
  openAccount,
  startMarketingService,
  type Account,
  type CollectedMessages,
  type MarketingService,
} from './marketing-service';
import { createPeopleOriginals } from './people-originals';

/** The marketing service with a clock that travels and a replaced people service. */
export const useAutomationSuite = () => {
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead, date: () => new Date(Date.now() + ahead) };
  const originals = createPeopleOriginals();
  const mailer = createRecordingMailer();
  let server: TestDatabase;
  let bus: Bus;
  let collected: CollectedMessages;
  let service: MarketingService;

  beforeAll(async () => {
    server = await startDatabase();
    const database = `marketing_${randomBytes(6).toString('hex')}`;
    bus = createMemoryBus();
    collected = await listen(bus);
    service = await startMarketingService({
      ...{ uri: server.uri(database), database, bus, clock, mailer },
      originals: originals.originals,
      planIntervalMs: 50,
    });
  });
  afterAll(async () => {
    await service?.stop();
    await bus?.close();
    await server?.stop();
  });

  return {
    clock,
    mailer,
    originals,
    travel: (ms: number) => void (ahead += ms),
    newAccount: async () => {
      const account = openAutomationAccount(await openAccount(service, bus), bus);
      const references = service.createClient(ReferenceServiceDefinition);
      return {
        ...account,
        /** The records that name a record, as the gateway finds them. */
        findReferences: async (record: NamedRecord) =>
          (await references.findReferences({ record }, { actor: account.actor(1), timeoutMs: 20_000 })).references,
      };
    },
    steps: (accountId: number) => collected.steps(accountId),
  };
};

/** An account with people, and what happens to them. */
const openAutomationAccount = (account: Account, bus: Bus) => {
  const { accountId, owner } = account;
  const publish = (resource: string, verb: string, message: Json) =>
    account.publishPeople(createChangeMessage(accountId, { service: 'people', resource, verb, ids: [1], ...message }));
  return {
    ...account,
    /** Creates an active automation; returns its id. */
    automate: async (trigger: Json, steps: readonly Json[], more: Json = {}): Promise<number> =>
      (await owner.automations.create({ name: 'A', trigger, steps, ...more })).id as number,
    tagged: (personId: number, tags: readonly string[], more: Json = {}) =>
      publish('people', 'updated', { ids: [personId], webhookEvents: ['peopleTagsCreated'], data: { tags }, ...more }),
    staged: (personId: number, stage: string, more: Json = {}) =>
      publish('people', 'updated', {
        ids: [personId],
        webhookEvents: ['peopleStageUpdated'],
        data: { stage },
        ...more,
      }),
    texted: (personId: number, occurred: Date, isIncoming = true) => {
      const record = TextMessage.encode(createMessage(TextMessage, { id: 1, personId, isIncoming })).finish();
      return publish('textMessages', 'created', { record, occurred });
    },
    called: (personId: number, occurred: Date, isIncoming = true) => {
      const record = PhoneCall.encode(createMessage(PhoneCall, { id: 1, personId, isIncoming })).finish();
      return publish('calls', 'created', { record, occurred });
    },
    emailed: (personId: number, occurred: Date, status: string) => {
      const email = createMessage(EmailMessage, { id: 1, personId, isIncoming: true, status });
      return publish('emails', 'created', { record: EmailMessage.encode(email).finish(), occurred });
    },
    dealMoved: (peopleIds: readonly number[], stageId: number) =>
      bus.publish(formatTopic('deals'), [
        createChangeMessage(accountId, {
          service: 'deals',
          resource: 'deals',
          verb: 'updated',
          ids: [1],
          changed: ['stageId'],
          record: Deal.encode(createMessage(Deal, { id: 1, stageId, peopleIds: [...peopleIds] })).finish(),
        }),
      ]),
    /** The runs of the account, the oldest first, with their logs. */
    async runs(query = '') {
      const { records } = await owner.runs.list(
        `fields=log,status,personId,automationId,id&limit=100&sort=id&${query}`,
      );
      return records;
    },
    /** Waits until the account has this number of runs in the status. */
    async finished(count: number, status = 'Completed') {
      await eventually(async () => expect((await this.runs(`status=${status}`)).length).toBe(count));
      return this.runs(`status=${status}`);
    },
  };
};

/** Texts of the log of a run. */
export const logOf = (run: Json): string[] => run['log'].map(({ text }: Json) => text);

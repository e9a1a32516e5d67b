import {
  createRecordSources,
  openBackend,
  publishChanges,
  type BackendApp,
  type BackendDependencies,
  type RecordSources,
} from '@porchlight/backend';
import { topicOf } from '@porchlight/bus';
import { MarketingMaintenanceServiceDefinition } from '@porchlight/contracts';
import { rpcTlsOf } from '@porchlight/rpc';
import { createMailer, type Mailer } from '@porchlight/mail';
import { createSupervisor } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import { createEventJournal } from './adapters/event-journal';
import { createEventLedger, type EventSequence, type SentSum } from './adapters/event-ledger';
import { createEventRows } from './adapters/event-rows';
import { createInquiryStreets } from './adapters/inquiry-streets';
import { createNewsLag } from './adapters/news-lag';
import { createPlanDirectory } from './adapters/plan-directory';
import { createPersonCopies } from './adapters/person-copies';
import { createUnsubscribedAddresses, type UnsubscribedAddress } from './adapters/unsubscribed-addresses';
import { createUserCopies } from './adapters/user-copies';
import type { Config } from './config';
import { openPlans } from './open-plans';
import { openResources } from './open-resources';
import type { ActionPlanDocument } from './resources/action-plans';
import type { EventRow } from './resources/em-event-rows';
import type { EventBatch } from './rules/event-batch';
import type { Inquiry, PersonCopy, UserCopy } from './rules/local-copies';
import type { StoredEvent } from './rules/stored-event';
import { serveEmailMarketing } from './serve-email-marketing';
import { serveTemplates } from './serve-templates';
import { createBatchIds } from './usecases/batch-ids';
import { createBatchIntake, type BatchIntake } from './usecases/batch-intake';
import { followNews } from './usecases/follow-news';
import { followPerson } from './usecases/follow-person';
import { moveHistory } from './usecases/move-history';
import { rebuildMarketingCopies } from './usecases/rebuild-copies';
import { createBatchResumer, type BatchResumer } from './usecases/resume-batches';

export interface MarketingDependencies extends BackendDependencies<Config> {
  /** Own one in tests; by default SMTP as configured. */
  readonly mailer?: Mailer;
  /** Own ones in tests; by default the services that own the originals. */
  readonly sources?: RecordSources;
  /** Longest pause between two looks at what plans have to do, ms; a second unless told. */
  readonly planIntervalMs?: number;
}

const LEASE_MS = 30_000;
/** News wait so long for company: gathered, those of a busy moment are few writes. */
const COPY_PATIENCE_MS = 60;
const PLAN_INTERVAL_MS = 1_000;
const RPC_STOP_MS = 8_000;
/** Rows and applied plans of a hundred people that are looked at; where there are more all of the people are followed. */
const MAX_HISTORY = 5_000;

/** Builds the marketing service: the only place that constructs. */
export const createApp = async (dependencies: MarketingDependencies): Promise<BackendApp> => {
  const { clock, ids, logger, config } = dependencies;
  const backend = await openBackend('marketing', dependencies);
  const { store, bus, rpc } = backend;
  const people = createPersonCopies(store.collection<PersonCopy>('people'), clock);
  const users = createUserCopies(store.collection<UserCopy>('users'));
  const inquiries = createInquiryStreets(store.collection<Inquiry>('inquiries'));
  const unsubscribes = createUnsubscribedAddresses(store.collection<UnsubscribedAddress>('unsubscribes'));
  const ledger = createEventLedger({
    events: store.collection<StoredEvent>('emEventLog'),
    sums: store.collection<SentSum>('emSums'),
    sequences: store.collection<EventSequence>('emEventIds'),
  });
  const keyedRows = createEventRows(store.collection<EventRow>('emEvents'), clock);
  const journal = createEventJournal(store.collection<EventBatch>('emBatches'));
  const freshness = createNewsLag(clock);
  const directory = createPlanDirectory(store.collection<ActionPlanDocument>('actionPlans'));
  const { templates, campaigns, campaignNames, rows } = openResources(store, { ledger, keyedRows, plansUsing: directory.using });

  // Counting follows people who changed meanwhile, following a merge counts: each hands the other what it needs.
  const shared = { people, users, inquiries, unsubscribes, ledger, keyedRows, journal, rows, freshness, clock, ids, logger };
  const batchIds = createBatchIds({ clock, ids, floor: () => resumer.floor() });
  const move = moveHistory({ ...shared, batchIds, carryOut: (batch, signal) => intake.carryOut(batch, signal) });
  const intake: BatchIntake = createBatchIntake({
    ...shared,
    batchIds,
    moveHistory: move,
    publish: publishChanges('marketing', bus),
  });
  const lease = store.lease('batchResumer', LEASE_MS);
  const resumer: BatchResumer = createBatchResumer({ ...shared, intake, hold: () => lease.hold() });

  const mailer = dependencies.mailer ?? createMailer({ url: config.SMTP_URL, from: config.MAIL_FROM, logger, metrics: dependencies.metrics });
  const intervalMs = dependencies.planIntervalMs ?? PLAN_INTERVAL_MS;
  const plans = openPlans({ ...shared, store, rpc, bus, mailer, directory, templates, intervalMs });
  serveTemplates(rpc, { ...shared, templates });
  serveEmailMarketing(rpc, {
    ...shared,
    batchIds,
    campaigns,
    intake,
    knownCampaigns: async (call, wanted) => new Set((await campaignNames(call, wanted)).keys()),
  });

  const follow = (accountId: number, personId: number, signal: AbortSignal): Promise<void> =>
    followPerson({ ...shared, moveHistory: move }, accountId, personId, signal);
  const sources = createRecordSources({
    service: 'marketing',
    peopleAddress: config.PEOPLE_RPC_ADDRESS,
    authAddress: config.AUTH_RPC_ADDRESS,
    tls: rpcTlsOf(config),
    signingKey: config.INTERNAL_TOKEN_PRIVATE_KEY_FILE,
    logger,
    clock,
  });
  const rebuildMarketing = rebuildMarketingCopies({
    ...shared,
    sources: dependencies.sources ?? sources,
    withHistory: async (accountId, personIds, signal) => {
      const [call, among] = [systemCall(accountId, signal), { personId: { $in: [...personIds] } }];
      const found = await Promise.all([rows.find(call, among, MAX_HISTORY), plans.applied.find(call, among, MAX_HISTORY)]);
      if (found.some(({ length }) => length === MAX_HISTORY)) return personIds;
      return [...new Set(found.flat().map(({ personId }) => personId))];
    },
    follow: async (accountId, personId, signal) => {
      await follow(accountId, personId, signal);
      await plans.follow(accountId, personId, signal);
    },
  });
  rpc.add(MarketingMaintenanceServiceDefinition, { rebuildMarketingCopies: rebuildMarketing }, { roles: ['Operator'] });

  await Promise.all([people.ensureIndexes(), users.ensureIndexes(), inquiries.ensureIndexes(), ledger.ensureIndexes(), plans.ensureIndexes()]);
  const rpcPort = await backend.start(config.MARKETING_RPC_ADDRESS);
  const takeCopies = followNews({ ...shared, follow });
  const [copying, ownNews] = await Promise.all([
    bus.subscribe({
      group: 'marketing.copies',
      topics: [topicOf('people'), topicOf('auth')],
      patienceMs: COPY_PATIENCE_MS,
      handler: async (batch, context) => {
        await takeCopies(batch, context);
        await plans.takeNews(batch, context);
      },
    }),
    bus.subscribe({ group: 'marketing.plans', topics: [topicOf('marketing')], handler: plans.takeNews }),
  ]);
  const supervisor = createSupervisor({ logger });
  supervisor.add('batchResumer', resumer);
  supervisor.add('planSteps', plans.stepRunner);
  supervisor.add('planMails', plans.mailSender);

  return {
    rpcPort,
    ready: async () => {
      const report = await backend.ready();
      const { ok } = supervisor.health();
      return { ok: report.ok && ok, checks: { ...report.checks, workers: ok } };
    },
    stop: async (deadline) => {
      await Promise.allSettled([supervisor.stop(), copying.stop(), ownNews.stop()]);
      // Calls end first: what they counted is still to be told.
      await rpc.stop(RPC_STOP_MS);
      await intake.settle(deadline);
      await Promise.allSettled([lease.release(), mailer.close(), sources.close()]);
      await backend.stop(deadline);
    },
  };
};

import {
  createRecordSources,
  openBackend,
  type BackendApp,
  type BackendDependencies,
  type RecordSources,
} from '@porchlight/backend';
import { formatTopic } from '@porchlight/bus';
import { MarketingMaintenanceServiceDefinition } from '@porchlight/contracts';
import { createRpcTls } from '@porchlight/rpc';
import { createMailer, mailerOptions, type Mailer } from '@porchlight/mail';
import { createSupervisor } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import type { Config } from './config';
import { openAdapters } from './open-adapters';
import { openIntake } from './email-events/open-intake';
import { openPlans } from './action-plans/open-plans';
import { migrations } from './migrations/migrations';
import { openResources } from './open-resources';
import { serveEmailMarketing } from './serve-email-marketing';
import { serveTemplates } from './templates/serve-templates';
import { updateCopies } from './copies/update-copies';
import { followPerson } from './email-events/follow-person';
import { createRecipientRecheck } from './email-events/recheck-recipients';
import { rebuildMarketingCopies } from './copies/rebuild-copies';

/** Dependencies of the app; tests replace some. */
export interface MarketingDependencies extends BackendDependencies<Config> {
  /** For tests; default: SMTP as configured. */
  readonly mailer?: Mailer;
  /** For tests; default: the services that own the originals. */
  readonly sources?: RecordSources;
  /** Longest poll interval of plans, ms; default 1000. */
  readonly planIntervalMs?: number;
}

/** Linger of changes, ms: batches need fewer writes. */
const COPY_PATIENCE_MS = 60;
const PLAN_INTERVAL_MS = 1_000;
const RPC_STOP_MS = 8_000;
/** Rows and applied plans of a hundred people that are checked; if there are more, all of the people are followed. */
const MAX_HISTORY = 5_000;

/** Builds the marketing service. */
export const createApp = async (dependencies: MarketingDependencies): Promise<BackendApp> => {
  const { clock, ids, logger, config } = dependencies;
  const backend = await openBackend('marketing', dependencies, { migrations });
  const { store, bus, rpc } = backend;
  const { directory, ensureIndexes, ...adapters } = openAdapters(store, clock);
  const { templates, campaigns, campaignNames, rows } = openResources(store, directory.using);
  const shared = { ...adapters, rows, clock, ids, logger };
  const { batchIds, moveHistory, intake, resumer, lease } = openIntake({ ...shared, store, bus });

  const { metrics } = dependencies;
  const mailer = dependencies.mailer ?? createMailer({ ...mailerOptions(config), logger, metrics });
  const intervalMs = dependencies.planIntervalMs ?? PLAN_INTERVAL_MS;
  const plans = openPlans({ ...shared, store, rpc, bus, mailer, directory, templates, metrics, intervalMs });
  serveTemplates(rpc, { ...shared, templates });
  const recheck = createRecipientRecheck({ clock, logger });
  serveEmailMarketing(rpc, {
    ...shared,
    recheck,
    batchIds,
    campaigns,
    intake,
    knownCampaigns: async (call, wanted) => new Set((await campaignNames(call, wanted)).keys()),
  });

  const follow = (accountId: number, personId: number, signal: AbortSignal): Promise<void> =>
    followPerson({ ...shared, moveHistory }, accountId, personId, signal);
  const sources = createRecordSources({
    service: 'marketing',
    peopleAddress: config.PEOPLE_RPC_ADDRESS,
    authAddress: config.AUTH_RPC_ADDRESS,
    tls: createRpcTls(config, logger),
    signingKey: config.INTERNAL_TOKEN_PRIVATE_KEY_FILE,
    logger,
    clock,
  });
  const rebuildMarketing = rebuildMarketingCopies({
    ...shared,
    sources: dependencies.sources ?? sources,
    withHistory: async (accountId, personIds, signal) => {
      const [call, among] = [systemCall(accountId, signal), { personId: { $in: [...personIds] } }];
      const found = await Promise.all([
        rows.find(call, among, MAX_HISTORY),
        plans.applied.find(call, among, MAX_HISTORY),
      ]);
      if (found.some(({ length }) => length === MAX_HISTORY)) return personIds;
      return [...new Set(found.flat().map(({ personId }) => personId))];
    },
    follow: async (accountId, personId, signal) => {
      await follow(accountId, personId, signal);
      await plans.follow(accountId, personId, signal);
    },
  });
  rpc.add(MarketingMaintenanceServiceDefinition, { rebuildMarketingCopies: rebuildMarketing }, { roles: ['Operator'] });

  await Promise.all([ensureIndexes(), plans.ensureIndexes()]);
  const rpcPort = await backend.start(config.MARKETING_RPC_ADDRESS);
  const handleCopies = updateCopies({ ...shared, follow });
  const [peopleChanges, planChanges] = await Promise.all([
    bus.subscribe({
      group: 'marketing.copies',
      topics: [formatTopic('people'), formatTopic('auth')],
      patienceMs: COPY_PATIENCE_MS,
      resumable: true,
      handler: async (batch, context) => {
        await handleCopies(batch, context);
        await plans.handleChanges(batch, context);
      },
    }),
    bus.subscribe({
      group: 'marketing.plans',
      topics: [formatTopic('marketing')],
      resumable: true,
      handler: plans.handleChanges,
    }),
  ]);
  const supervisor = createSupervisor({ logger });
  supervisor.add('batchResumer', resumer);
  supervisor.add('recipientRecheck', recheck);
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
      await Promise.allSettled([supervisor.stop(), peopleChanges.stop(), planChanges.stop()]);
      // Calls end first: their counts are published afterwards.
      await rpc.stop(RPC_STOP_MS);
      await intake.settle(deadline);
      await Promise.allSettled([lease.release(), mailer.close(), sources.close()]);
      await backend.stop(deadline);
    },
  };
};

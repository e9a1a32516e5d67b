import { openBackend, type BackendApp, type BackendDependencies } from '@porchlight/backend';
import { topicOf } from '@porchlight/bus';
import type { Stage } from '@porchlight/contracts';
import { createSupervisor } from '@porchlight/runtime';
import { isUniqueConflict, type ResourceStore } from '@porchlight/store';
import { createAccountDirectory } from './adapters/account-directory';
import { createMerges } from './adapters/merges';
import { createStageMoves } from './adapters/stage-moves';
import { createStageLock } from './adapters/stage-lock';
import { createTurns } from './adapters/turns';
import { createUserCopies, type UserCopy } from './adapters/user-copies';
import type { Config } from './config';
import { openResources } from './open-resources';
import type { MergedPerson, StageMoveJob } from './ports';
import { MAX_CUSTOM_FIELDS } from './resources/custom-fields';
import { stageDraft, type StageDocument } from './resources/stages';
import { DEFAULT_STAGES, TRASH_ID } from './rules/default-stages';
import { defaultLeadFlow } from './rules/lead-flow';
import { systemCall } from './rules/system-call';
import { serveLeads } from './serve-leads';
import { servePeople } from './serve-people';
import { serveSettings } from './serve-settings';
import { createStageMover } from './usecases/delete-stage';
import { followPeople } from './usecases/follow-person';
import { createMergeFinisher } from './usecases/merge-people';

const LEASE_MS = 30_000;
/** What hangs on a person follows it within this time; most changes of people concern nothing else. */
const CASCADE_PATIENCE_MS = 250;

/** Builds the people service: the only place that constructs. */
export const createApp = async (dependencies: BackendDependencies<Config>): Promise<BackendApp> => {
  const { clock, logger, config, ids } = dependencies;
  const backend = await openBackend('people', dependencies);
  const { store, bus, rpc } = backend;
  const copies = createUserCopies(store.collection<UserCopy>('users'));
  const moves = createStageMoves(store.collection<StageMoveJob>('stageMoves'));
  const merges = createMerges(store.collection<MergedPerson>('mergedPeople'));
  const directory = createAccountDirectory(
    {
      stagesOf: (accountId) => stages.find(systemCall(accountId, NEVER), {}, MAX_STAGES),
      seedStages: (accountId) => seedStages(stages, accountId),
      membersOf: copies.membersOf,
      movesOf: moves.of,
      customFieldsOf: (accountId) => customFields.find(systemCall(accountId, NEVER), {}, 2 * MAX_CUSTOM_FIELDS),
      trashIn: (accountId) => people.count(accountId, `stage:${TRASH_ID}`),
    },
    clock,
  );
  const { people, events, stages, customFields, smartLists, wishes, children } = openResources(store, directory, clock);
  const turns = createTurns();
  const stageLock = createStageLock(turns, (name, ttlMs) => store.lease(name, ttlMs));
  const settingsLock = createStageLock(turns, (name, ttlMs) => store.lease(name, ttlMs), 'settings');
  const ports = {
    people,
    events,
    stages,
    customFields,
    smartLists,
    wishes,
    children,
    merges,
    moves,
    directory,
    turns,
    stageLock,
    settingsLock,
    clock,
    ids,
    logger,
    leadFlow: defaultLeadFlow,
  };

  servePeople(rpc, ports);
  serveLeads(rpc, ports);
  serveSettings(rpc, ports);

  await Promise.all([copies.ensureIndexes(), moves.ensureIndexes(), merges.ensureIndexes()]);
  const rpcPort = await backend.start(config.PEOPLE_RPC_ADDRESS);
  const subscriptions = await Promise.all([
    bus.subscribe({
      group: 'people.copies',
      topics: [topicOf('auth')],
      handler: async (batch) => (await copies.apply(batch)).forEach((accountId) => directory.forget(accountId)),
    }),
    bus.subscribe({
      group: 'people.cascade',
      topics: [topicOf('people')],
      patienceMs: CASCADE_PATIENCE_MS,
      handler: followPeople(ports),
    }),
  ]);
  const supervisor = createSupervisor({ logger });
  const lease = store.lease('stageMover', LEASE_MS);
  supervisor.add(
    'stageMover',
    createStageMover(ports, () => lease.hold()),
  );
  const mergeLease = store.lease('mergeFinisher', LEASE_MS);
  supervisor.add(
    'mergeFinisher',
    createMergeFinisher(ports, () => mergeLease.hold()),
  );

  return {
    rpcPort,
    ready: async () => {
      const report = await backend.ready();
      const { ok } = supervisor.health();
      return { ok: report.ok && ok, checks: { ...report.checks, workers: ok } };
    },
    stop: async (deadline) => {
      await Promise.allSettled([supervisor.stop(), ...subscriptions.map((subscription) => subscription.stop())]);
      await Promise.allSettled([lease.release(), mergeLease.release()]);
      await backend.stop(deadline);
    },
  };
};

const MAX_STAGES = 400;
/** For reads that many callers share: none of them may end it for the others. */
const NEVER = new AbortController().signal;

/** In their order: the last one tells that all are there. */
const seedStages = async (stages: ResourceStore<Stage, StageDocument>, accountId: number): Promise<void> => {
  const call = systemCall(accountId, NEVER);
  for (const { id, name, orderWeight, isProtected } of DEFAULT_STAGES) {
    try {
      await stages.insert(call, stageDraft(name, orderWeight, isProtected), { id, silent: true });
    } catch (error) {
      if (!isUniqueConflict(error)) throw error;
    }
  }
};

import { openBackend, type BackendApp, type BackendDependencies } from '@porchlight/backend';
import { topicOf } from '@porchlight/bus';
import type { Stage } from '@porchlight/contracts';
import { MAX_CUSTOM_FIELDS } from '@porchlight/custom-fields';
import { createSupervisor, createTurns } from '@porchlight/runtime';
import { isUniqueConflict, systemCall, createAccountLock, type ResourceStore, type Lease } from '@porchlight/store';
import { createAccountDirectory } from './adapters/account-directory';
import { createActivitySums } from './adapters/activity-sums';
import { createEmailActivity } from './adapters/email-activity';
import { createMerges } from './adapters/merges';
import { createGroupCopies, type GroupCopy } from './adapters/group-copies';
import { createLeadOffers } from './adapters/lead-offers';
import { createPeopleImports } from './adapters/people-imports';
import { createPlanCopies, type PlanCopy } from './adapters/plan-copies';
import { createPlanSteps, type PlanStepDocument } from './adapters/plan-steps';
import { createRotation, type RotationDocument } from './adapters/rotation';
import { createStageMoves } from './adapters/stage-moves';
import { createUserCopies, type UserCopy } from './adapters/user-copies';
import type { Config } from './config';
import { migrations } from './migrations/migrations';
import { openActivity } from './open-activity';
import { openResources } from './open-resources';
import { openSocialProfiles } from './open-social-profiles';
import type { ImportChunk, MergedPerson, PeopleImportJob, StageMoveJob, LeadOfferJob } from './ports';
import { MAX_RULES } from './resources/lead-flows';
import { stageDraft, type StageDocument } from './resources/stages';
import { DEFAULT_STAGES, TRASH_ID } from './rules/default-stages';
import type { PersonDocument } from './rules/person-document';
import { serveActivity } from './serve-activity';
import { serveImport } from './serve-import';
import { serveLeads } from './serve-leads';
import { servePeople } from './serve-people';
import { serveSettings } from './serve-settings';
import { createLeadFlow } from './usecases/decide-lead';
import { createStageMover } from './usecases/delete-stage';
import { createOfferEnder } from './usecases/end-offers';
import { followMarketing } from './usecases/follow-marketing';
import { followPeople } from './usecases/follow-person';
import { followPonds } from './usecases/follow-pond';
import { createPeopleImporter } from './usecases/import-csv';
import { createMergeFinisher } from './usecases/merge-people';

const LEASE_MS = 30_000;
/** What hangs on a person follows it within this time; most changes of people concern nothing else. */
const CASCADE_PATIENCE_MS = 250;

/** Builds the people service: the only place that constructs. */
export const createApp = async (dependencies: BackendDependencies<Config>): Promise<BackendApp> => {
  const { clock, logger, config, ids } = dependencies;
  const backend = await openBackend('people', dependencies, { migrations });
  const { store, bus, rpc } = backend;
  const copies = createUserCopies(store.collection<UserCopy>('users'));
  const groups = createGroupCopies(store.collection<GroupCopy>('groups'));
  const planCopies = createPlanCopies(store.collection<PlanCopy>('actionPlans'));
  const offers = createLeadOffers(store.collection<LeadOfferJob>('leadOffers'));
  const rotation = createRotation(store.collection<RotationDocument>('rotations'));
  const moves = createStageMoves(store.collection<StageMoveJob>('stageMoves'));
  const merges = createMerges(store.collection<MergedPerson>('mergedPeople'));
  const directory = createAccountDirectory(
    {
      stagesOf: (accountId) => stages.find(systemCall(accountId, NEVER), {}, MAX_STAGES),
      seedStages: (accountId) => seedStages(stages, accountId),
      membersOf: copies.membersOf,
      movesOf: moves.of,
      customFieldsOf: (accountId) => customFields.find(systemCall(accountId, NEVER), {}, 2 * MAX_CUSTOM_FIELDS),
      settingsOf: async (accountId) => {
        const call = systemCall(accountId, NEVER);
        const [shared, pools, leadRules] = await Promise.all([
          groups.groupsOf(accountId),
          ponds.find(call, {}, MAX_PONDS_READ),
          leadFlows.find(call, {}, 2 * MAX_RULES),
        ]);
        return { groups: shared, ponds: pools, leadRules };
      },
      trashIn: (accountId) => people.count(accountId, `stage:${TRASH_ID}`),
    },
    clock,
  );
  const { leadFlows, ponds, people, events, stages, customFields, smartLists, wishes, children } = openResources(
    store,
    directory,
    clock,
    offers,
    planCopies,
  );
  const activity = openActivity(store, { people, directory, clock });
  const sums = createActivitySums({
    events: store.collection('events'),
    calls: store.collection('calls'),
    textMessages: store.collection('textMessages'),
    tasks: store.collection('tasks'),
  });
  const planSteps = createPlanSteps(store.collection<PlanStepDocument>('planSteps'), clock);
  const imports = createPeopleImports(store.collection<PeopleImportJob>('peopleImports'), store.collection<ImportChunk>('peopleImportRows'));
  const turns = createTurns();
  const leaseOf = (name: string, ttlMs: number): Lease => store.lease(name, ttlMs);
  const stageLock = createAccountLock('stages', leaseOf, turns);
  const settingsLock = createAccountLock('settings', leaseOf, turns);
  const ports = {
    ...activity,
    sums,
    planSteps,
    people,
    events,
    stages,
    customFields,
    smartLists,
    wishes,
    children: [...children, activity.notes, activity.calls, activity.textMessages, activity.tasks],
    imports,
    merges,
    moves,
    directory,
    turns,
    stageLock,
    settingsLock,
    clock,
    ids,
    logger,
    leadFlow: createLeadFlow({ rotation, clock }),
    leadFlows,
    ponds,
    offers,
    rotation,
  };

  servePeople(rpc, ports);
  serveLeads(rpc, ports);
  serveActivity(rpc, ports);
  serveSettings(rpc, ports);
  serveImport(rpc, { people, events, tasks: activity.tasks, directory, clock });

  const follow = [followPeople(ports), followPonds(ports)];
  await Promise.all([groups.ensureIndexes(), offers.ensureIndexes(), planSteps.ensureIndexes(), copies.ensureIndexes(), moves.ensureIndexes(), merges.ensureIndexes(), imports.ensureIndexes()]);
  const rpcPort = await backend.start(config.PEOPLE_RPC_ADDRESS);
  const subscriptions = await Promise.all([
    bus.subscribe({
      group: 'people.copies',
      topics: [topicOf('auth'), topicOf('marketing')],
      handler: async (batch) => {
        await planCopies.apply(batch);
        for (const kept of [copies, groups])
          (await kept.apply(batch)).forEach((accountId) => directory.forget(accountId));
      },
    }),
    bus.subscribe({
      group: 'people.cascade',
      topics: [topicOf('people')],
      patienceMs: CASCADE_PATIENCE_MS,
      handler: async (batch, context) => {
        for (const one of follow) await one(batch, context);
      },
    }),
    bus.subscribe({
      group: 'people.marketing',
      topics: [topicOf('marketing')],
      handler: followMarketing({ ...ports, emailActivity: createEmailActivity(store.collection<PersonDocument>('people'), clock) }),
    }),
  ]);
  const social = await openSocialProfiles(config, bus, ports);
  const supervisor = createSupervisor({ logger });
  const lease = store.lease('stageMover', LEASE_MS);
  supervisor.add(
    'stageMover',
    createStageMover(ports, () => lease.hold()),
  );
  const offerLease = store.lease('offerEnder', LEASE_MS);
  supervisor.add(
    'offerEnder',
    createOfferEnder(ports, () => offerLease.hold()),
  );
  const mergeLease = store.lease('mergeFinisher', LEASE_MS);
  supervisor.add(
    'mergeFinisher',
    createMergeFinisher(ports, () => mergeLease.hold()),
  );
  const importLease = store.lease('peopleImporter', LEASE_MS);
  supervisor.add(
    'peopleImporter',
    createPeopleImporter(ports, () => importLease.hold()),
  );

  return {
    rpcPort,
    ready: async () => {
      const report = await backend.ready();
      const { ok } = supervisor.health();
      return { ok: report.ok && ok, checks: { ...report.checks, workers: ok } };
    },
    stop: async (deadline) => {
      await Promise.allSettled([supervisor.stop(), social.stop(), ...subscriptions.map((subscription) => subscription.stop())]);
      await Promise.allSettled([lease.release(), offerLease.release(), mergeLease.release(), importLease.release()]);
      await backend.stop(deadline);
    },
  };
};

const MAX_STAGES = 400;
/** Above the number an account may have. */
const MAX_PONDS_READ = 400;
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

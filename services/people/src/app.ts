import { openBackend, type BackendApp, type BackendDependencies } from '@porchlight/backend';
import { topicOf } from '@porchlight/bus';
import {
  Event,
  events as eventsDescriptor,
  EventServiceDefinition,
  people as peopleDescriptor,
  Person,
  PersonServiceDefinition,
  Stage,
  stages as stagesDescriptor,
  StageServiceDefinition,
} from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createSupervisor } from '@porchlight/runtime';
import { handlersOf, isUniqueConflict, type ResourceStore, type Store, type StoreCall } from '@porchlight/store';
import { createAccountDirectory } from './adapters/account-directory';
import { createStageMoves } from './adapters/stage-moves';
import { createStageLock } from './adapters/stage-lock';
import { createTurns } from './adapters/turns';
import { createUserCopies, type UserCopy } from './adapters/user-copies';
import type { Config } from './config';
import type { Directory, StageMoveJob } from './ports';
import { eventsStrategy } from './resources/events';
import { createPeopleStrategy, PEOPLE_INDEXES } from './resources/people';
import { createStagesStrategy, stageDraft, type StageDocument } from './resources/stages';
import { DEFAULT_STAGES, TRASH_ID } from './rules/default-stages';
import type { EventDocument } from './rules/event-document';
import { defaultLeadFlow } from './rules/lead-flow';
import type { PersonDocument } from './rules/person-document';
import { systemCall } from './rules/system-call';
import { createStageMover, deleteStage } from './usecases/delete-stage';
import { findKnownPeople } from './usecases/find-known-person';
import { followPeople } from './usecases/follow-person';
import { ingestEvent } from './usecases/ingest-event';
import { placingStage } from './usecases/place-stage';

const LEASE_MS = 30_000;
/** What hangs on a person follows it within this time; most changes of people concern nothing else. */
const CASCADE_PATIENCE_MS = 250;

/** Builds the people service: the only place that constructs. */
export const createApp = async (dependencies: BackendDependencies<Config>): Promise<BackendApp> => {
  const { clock, logger, config } = dependencies;
  const backend = await openBackend('people', dependencies);
  const { store, bus, rpc } = backend;
  const copies = createUserCopies(store.collection<UserCopy>('users'));
  const moves = createStageMoves(store.collection<StageMoveJob>('stageMoves'));
  const directory = createAccountDirectory(
    {
      stagesOf: (accountId) => stages.find(systemCall(accountId, NEVER), {}, MAX_STAGES),
      seedStages: (accountId) => seedStages(stages, accountId),
      membersOf: copies.membersOf,
      movesOf: moves.of,
      trashIn: (accountId) => people.count(accountId, `stage:${TRASH_ID}`),
    },
    clock,
  );
  const { people, events, stages } = openResources(store, directory, clock);
  const turns = createTurns();
  const stageLock = createStageLock(turns, (name, ttlMs) => store.lease(name, ttlMs));
  const ports = {
    people,
    events,
    stages,
    moves,
    directory,
    turns,
    stageLock,
    clock,
    logger,
    leadFlow: defaultLeadFlow,
  };

  rpc.add(PersonServiceDefinition, handlersOf(peopleDescriptor, people));
  rpc.add(EventServiceDefinition, { ...handlersOf(eventsDescriptor, events), ingestEvent: ingestEvent(ports) });
  const stageHandlers = handlersOf<Stage, StageDocument, Handlers<typeof StageServiceDefinition>>(
    stagesDescriptor,
    stages,
  );
  const touch =
    <Q, A, C extends StoreCall>(handler: (request: Q, call: C) => Promise<A>) =>
    async (request: Q, call: C): Promise<A> => {
      // Whoever asks for stages first makes those of a new account.
      await directory.of(call.actor.accountId);
      return handler(request, call);
    };
  rpc.add(StageServiceDefinition, {
    getStage: touch(stageHandlers.getStage),
    listStages: touch(stageHandlers.listStages),
    createStage: placingStage(ports, stageHandlers.createStage),
    updateStage: placingStage(ports, stageHandlers.updateStage),
    deleteStage: deleteStage(ports),
  });

  await Promise.all([copies.ensureIndexes(), moves.ensureIndexes()]);
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

  return {
    rpcPort,
    ready: async () => {
      const report = await backend.ready();
      const { ok } = supervisor.health();
      return { ok: report.ok && ok, checks: { ...report.checks, workers: ok } };
    },
    stop: async (deadline) => {
      await Promise.allSettled([supervisor.stop(), ...subscriptions.map((subscription) => subscription.stop())]);
      await lease.release().catch(() => undefined);
      await backend.stop(deadline);
    },
  };
};

const MAX_STAGES = 400;
/** For reads that many callers share: none of them may end it for the others. */
const NEVER = new AbortController().signal;

const openResources = (store: Store, directory: Directory, clock: BackendDependencies<Config>['clock']) => {
  const people: ResourceStore<Person, PersonDocument> = store.resource({
    descriptor: peopleDescriptor,
    strategy: createPeopleStrategy({
      directory,
      clock,
      findKnown: (call, contacts) => findKnownPeople(people, call, contacts),
    }),
    indexes: PEOPLE_INDEXES,
    grams: { firstName: 'nameGrams', lastName: 'nameGrams' },
    encodeRecord: (record: Person) => Person.encode(record).finish(),
  });
  const events: ResourceStore<Event, EventDocument> = store.resource({
    descriptor: eventsDescriptor,
    strategy: eventsStrategy,
    encodeRecord: (record: Event) => Event.encode(record).finish(),
  });
  const peopleIn = async (accountId: number, stageIds: readonly number[]): Promise<number> => {
    const counts = await Promise.all(stageIds.map((id) => people.count(accountId, `stage:${id}`)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const stages: ResourceStore<Stage, StageDocument> = store.resource({
    descriptor: stagesDescriptor,
    strategy: createStagesStrategy({ directory, peopleIn }),
    encodeRecord: (record: Stage) => Stage.encode(record).finish(),
  });
  return { people, events, stages };
};

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

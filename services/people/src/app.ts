import { createMovePeople } from './people/move-people';
import {
  createReferenceWait,
  factOf,
  openBackend,
  publishChanges,
  type BackendApp,
  type BackendDependencies,
} from '@porchlight/backend';
import { topicOf } from '@porchlight/bus';
import { createTurns } from '@porchlight/runtime';
import { createAccountLock, type Lease } from '@porchlight/store';
import type { Config } from './config';
import { migrations } from './migrations/migrations';
import { openActivity } from './open-activity';
import { openAdapters } from './open-adapters';
import { openDirectory } from './open-directory';
import { openResources, type Resources } from './open-resources';
import { openSocialProfiles } from './profiles/index';
import { openWorkers } from './open-workers';
import { serveActivity } from './serve-activity';
import { serveImport } from './serve-import';
import { serveLeads } from './serve-leads';
import { servePeople } from './serve-people';
import { serveSettings } from './serve-settings';
import { createLeadFlow } from './leads/route-lead';
import { followMarketing } from './plans/follow-marketing';
import { followPeople } from './people/follow-person';
import { followPonds } from './leads/follow-pond';
import { followDeletedUsers } from './leads/reassign-people';

/** Linger before the records of a person follow a change; most changes of people concern no records. */
const CASCADE_PATIENCE_MS = 250;

/** Records of other services that bodies name, as UNKNOWN_REFERENCE calls them. */
const COPIED_KINDS = ['a user', 'a lender', 'a group', 'an action plan'];

/** Builds the people service: the only place that constructs. */
export const createApp = async (dependencies: BackendDependencies<Config>): Promise<BackendApp> => {
  const { clock, logger, config, ids } = dependencies;
  const backend = await openBackend('people', dependencies, { migrations });
  const { store, bus, rpc } = backend;
  const adapters = openAdapters(store, clock);
  const { users, groups, plans, offers } = adapters;
  const directory = openDirectory(adapters, () => resources, clock);
  const references = createReferenceWait({ kinds: COPIED_KINDS });
  const resources: Resources = openResources(store, directory, clock, offers, plans, references);
  const { people, events, children } = resources;
  const activity = openActivity(store, { people, directory, clock, references });
  const turns = createTurns();
  const leaseOf = (name: string, ttlMs: number): Lease => store.lease(name, ttlMs);
  const publish = publishChanges('people', bus);
  const ports = {
    ...adapters,
    ...resources,
    ...activity,
    movePeople: createMovePeople({ people, ids }),
    children: [...children, activity.notes, activity.calls, activity.textMessages, activity.tasks],
    directory,
    turns,
    stageLock: createAccountLock('stages', leaseOf, turns),
    settingsLock: createAccountLock('settings', leaseOf, turns),
    leadFlow: createLeadFlow({ rotation: adapters.rotation, clock }),
    clock,
    ids,
    logger,
    publishErased: (accountId: number, personId: number, erased: Record<string, number[]>) =>
      publish([
        factOf(dependencies, {
          accountId,
          service: 'people',
          resource: 'people',
          name: 'erased',
          data: { people: [personId], children: erased },
        }),
      ]),
  };

  servePeople(rpc, ports);
  serveLeads(rpc, ports);
  serveActivity(rpc, ports);
  serveSettings(rpc, ports);
  serveImport(rpc, { people, events, tasks: activity.tasks, directory, clock });

  const follow = [followPeople(ports), followPonds(ports)];
  await adapters.ensureIndexes();
  const rpcPort = await backend.start(config.PEOPLE_RPC_ADDRESS);
  const subscriptions = await Promise.all([
    bus.subscribe({
      group: 'people.copies',
      topics: [topicOf('auth'), topicOf('marketing')],
      handler: async (batch) => {
        await plans.apply(batch);
        for (const copies of [users, groups])
          (await copies.apply(batch)).forEach((accountId) => directory.forget(accountId));
        await followDeletedUsers(ports)(batch);
        for (const accountId of new Set(batch.map(({ key }) => Number(key)))) references.changed(accountId);
      },
    }),
    bus.subscribe({
      group: 'people.cascade',
      topics: [topicOf('people')],
      patienceMs: CASCADE_PATIENCE_MS,
      resumable: true,
      handler: async (batch, context) => {
        for (const one of follow) await one(batch, context);
      },
    }),
    bus.subscribe({
      group: 'people.marketing',
      topics: [topicOf('marketing')],
      handler: followMarketing({
        ...ports,
        tellRefused: (accountId, { stepId, personId }, reason) =>
          publish([
            factOf(ports, {
              accountId,
              service: 'people',
              resource: 'planSteps',
              name: 'refused',
              data: { stepId, personId, reason },
            }),
          ]),
      }),
    }),
  ]);
  const social = await openSocialProfiles(config, bus, ports);
  const workers = openWorkers(store, ports);

  return {
    rpcPort,
    ready: async () => {
      const report = await backend.ready();
      const { ok } = workers.health();
      return { ok: report.ok && ok, checks: { ...report.checks, workers: ok } };
    },
    stop: async (deadline) => {
      await Promise.allSettled([
        workers.stop(),
        social.stop(),
        ...subscriptions.map((subscription) => subscription.stop()),
      ]);
      await backend.stop(deadline);
    },
  };
};

import type { Actor } from '@porchlight/access';
import { createAddressHash } from '@porchlight/backend';
import type { Bus } from '@porchlight/bus';
import {
  events,
  EventServiceDefinition,
  ImportServiceDefinition,
  MaintenanceServiceDefinition,
  people,
  type Person,
  PersonServiceDefinition,
  stages,
  type ImportedPerson,
} from '@porchlight/contracts';
import { parseAllowList } from '@porchlight/egress';
import { createRenderer, parseBody, parseOptions, type BodyOptions } from '@porchlight/resource';
import { eventually } from '@porchlight/testkit';
import {
  collectChanges,
  createServiceContext,
  createTestTeam,
  type CollectedChanges,
  type Json,
  type ServiceContextOptions,
} from '@porchlight/backend/test/service';
import type { Config } from '../src/config';
import { people as peopleApp } from '../src/main';

export type { Json };

export interface ServiceOptions extends ServiceContextOptions {
  readonly config?: Partial<Config>;
}

const OPERATOR: Actor = { accountId: 0, userId: 0, role: 'Operator' };

/** Starts the people service. Tests call it over RPC with the JSON of the API. */
export const startPeopleService = async ({ config, ...options }: ServiceOptions) => {
  const context = createServiceContext('people', options);
  const app = await peopleApp.start({
    ...context.dependencies,
    config: {
      ...context.config,
      PEOPLE_RPC_ADDRESS: '127.0.0.1:0',
      PUBLIC_BASE_URL: 'https://porchlight.example',
      EGRESS_ALLOW: parseAllowList([]),
      ...config,
    },
  });
  const service = context.connect(app);
  const clients = {
    people: service.createClient(PersonServiceDefinition),
    events: service.createClient(EventServiceDefinition),
    imports: service.createClient(ImportServiceDefinition),
    maintenance: service.createClient(MaintenanceServiceDefinition),
  };

  /** The API of one user. */
  const as = (actor: Actor) => {
    const call = service.call(actor);
    const { on, act } = service.as(actor);
    const [forPeople, forEvents, forStages] = [on(people), on(events), on(stages)];
    const renderPerson = (person: Person | undefined): Json => createRenderer(people)(person!);
    return {
      on,
      act,
      /** 200 if `deduplicate` found a person. */
      async createPerson(json: Json, query = '') {
        const { options } = parseOptions(people, 'create', new URLSearchParams(query));
        const request = { ...parseBody(people, json, 'create'), options };
        const { created, record } = await clients.people.createPerson(request, call);
        return { status: created ? 201 : 200, person: renderPerson(record) };
      },
      getPerson: (id: number) => forPeople.get(id),
      async listPeople(query = '') {
        const { total, next, records } = await forPeople.list(query);
        return { total, next, people: records };
      },
      updatePerson: forPeople.update,
      deletePerson: (id: number) => forPeople.remove(id),
      /** Sends a lead. `system`: name of the registered system, used if the body names none. */
      async send(json: Json, options: BodyOptions = {}, system?: string) {
        const { record, mask, ignored } = parseBody(events, json, 'create', options);
        if (system !== undefined && record.system === undefined) {
          record.system = system;
          mask.push('system');
        }
        const request = { record, mask, options: {}, ignored: [...ignored] };
        const answer = await clients.events.ingestEvent(request, call);
        const { person, created, eventId, duplicateOf, ignored: unknownNames } = answer;
        return {
          status: created ? 201 : 200,
          person: renderPerson(person),
          eventId,
          duplicateOf,
          ignored: [...unknownNames],
        };
      },
      getEvent: (id: number) => forEvents.get(id),
      async listEvents(query = '') {
        const { total, records } = await forEvents.list(query);
        return { total, events: records };
      },
      createStage: (json: Json) => forStages.create(json),
      updateStage: (id: number, json: Json) => forStages.update(id, json),
      getStage: (id: number) => forStages.get(id),
      deleteStage: forStages.remove,
      async listStages(query = 'limit=100') {
        const { total, records } = await forStages.list(query);
        return { total, stages: records };
      },
    };
  };

  return {
    app,
    as,
    /** Imports people with their history. */
    importPeople: (accountId: number, imported: ImportedPerson[], actor = OPERATOR) =>
      clients.imports.importPeople({ accountId, people: imported }, service.call(actor)),
    /** Recounts totals as the operator does. Returns the differences, which it repairs. */
    recount: async (accountId: number, actor = OPERATOR) =>
      (await clients.maintenance.recount({ accountId, afterPersonId: 0 }, service.call(actor))).drift,
    createClient: service.createClient,
    /** The hash of an address as marketing publishes it. */
    hashAddress: createAddressHash(context.config.CONSENT_KEY_FILE),
    warnings: service.log.lines,
    stop: service.stop,
  };
};

export type PeopleService = Awaited<ReturnType<typeof startPeopleService>>;

/** Collects the changes that the service publishes. */
export const listen = (bus: Bus): Promise<CollectedChanges> => collectChanges(bus, 'people');

/** Creates an account with five users, known to the service. Returns the API of each. */
export const openAccount = async (service: PeopleService, bus: Bus) => {
  const team = await createTestTeam(bus, service.as);
  // Changes of users are applied in order: once the last user can be referenced, all are stored.
  await eventually(async () => {
    const { person } = await team.owner.createPerson({ firstName: 'Probe', assignedLenderId: 5 });
    await team.owner.deletePerson(person.id);
  });
  return team;
};

export type Account = Awaited<ReturnType<typeof openAccount>>;

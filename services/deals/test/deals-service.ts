import type { Actor, Role } from '@porchlight/access';
import { formatTopic, type Bus } from '@porchlight/bus';
import { CopyServiceDefinition, dealCustomFields, deals, people, Person, pipelines } from '@porchlight/contracts';
import {
  createChangeMessage,
  createServiceContext,
  createTestTeam,
  rebuildCopies,
  type Json,
  type ServiceContextOptions,
} from '@porchlight/backend/test/service';
import { deals as dealsService } from '../src/main';
import type { Config } from '../src/config';

export type { Json };

export interface ServiceOptions extends ServiceContextOptions {
  readonly config?: Partial<Config>;
}

/** Starts the deals service. Tests call it over RPC with the JSON of the API. */
export const startDealsService = async ({ config, ...options }: ServiceOptions) => {
  const context = createServiceContext('deals', options);
  const app = await dealsService.start({
    ...context.dependencies,
    config: {
      ...context.config,
      DEALS_RPC_ADDRESS: '127.0.0.1:0',
      PUBLIC_BASE_URL: 'https://porchlight.example',
      ...config,
    },
  });
  const service = context.connect(app);
  const maintenance = service.createClient(CopyServiceDefinition);

  /** The API of one user. */
  const as = (actor: Actor) => {
    const { on, act } = service.as(actor);
    const [forPipelines, forDeals, forFields] = [on(pipelines), on(deals), on(dealCustomFields)];
    return {
      on,
      act,
      createPipeline: forPipelines.create,
      getPipeline: forPipelines.get,
      updatePipeline: forPipelines.update,
      deletePipeline: forPipelines.remove,
      async listPipelines(query = 'sort=orderWeight&limit=100') {
        const { total, records } = await forPipelines.list(query);
        return { total, pipelines: records };
      },
      createDeal: forDeals.create,
      getDeal: forDeals.get,
      updateDeal: forDeals.update,
      deleteDeal: forDeals.remove,
      async listDeals(query = '') {
        const { total, next, records, extra } = await forDeals.list(query);
        return { total, next, totalByStageId: extra['totalByStageId'] as Record<string, number>, deals: records };
      },
      createField: forFields.create,
      updateField: forFields.update,
      deleteField: forFields.remove,
      listFields: async (query = '') => (await forFields.list(query)).records,
    };
  };

  return {
    app,
    as,
    createClient: service.createClient,
    /** Rebuilds the copies of people as the operator does. */
    rebuild: (accountId: number, role?: Role, after?: string) => rebuildCopies(maintenance, accountId, role, after),
    warnings: service.log.lines,
    stop: service.stop,
  };
};

export type DealsService = Awaited<ReturnType<typeof startDealsService>>;

/** A person as the people service publishes it. */
export const personRecord = (id: number, fields: Partial<Person>): Person => ({
  ...(Object.fromEntries(
    Object.entries(people.fields).flatMap(([name, { codec }]) =>
      codec.parts?.item ? [[name, []]] : codec.parts?.map ? [[name, {}]] : [],
    ),
  ) as unknown as Person),
  id,
  version: 1,
  ...fields,
});

/** Creates an account with five users. Returns the API of each, and functions that publish changes of people. */
export const openAccount = async (service: DealsService, bus: Bus) => {
  const team = await createTestTeam(bus, service.as);
  const { accountId } = team;
  const publish = (verb: string, ids: number[], more: { record?: Uint8Array; data?: object } = {}) =>
    bus.publish(formatTopic('people'), [
      createChangeMessage(accountId, { service: 'people', resource: 'people', verb, ids, ...more }),
    ]);
  return {
    ...team,
    publishPerson: (id: number, fields: Partial<Person>, verb: 'created' | 'updated' = 'created') =>
      publish(verb, [id], { record: Person.encode(personRecord(id, fields)).finish() }),
    deletePerson: (id: number) => publish('deleted', [id]),
    mergePerson: (id: number, into: number) => publish('merged', [id], { data: { id, into } }),
  };
};

export type Account = Awaited<ReturnType<typeof openAccount>>;

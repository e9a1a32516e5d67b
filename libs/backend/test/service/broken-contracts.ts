import {
  AccountServiceDefinition,
  allResources,
  CONSUMER_CONTRACTS,
  findRecordMessage,
  OwnAccountServiceDefinition,
  type BackendName,
  type Change,
  type Expectation,
} from '@porchlight/contracts';
import { formatMethodPath, type RpcClient, type ServiceDefinition } from '@porchlight/rpc';
import type { Actor } from '@porchlight/access';

/** Services with methods that other services call. */
const DEFINITIONS: readonly ServiceDefinition[] = [
  ...allResources.map(({ definition }) => definition as ServiceDefinition),
  AccountServiceDefinition,
  OwnAccountServiceDefinition,
];

const CALL_TIMEOUT_MS = 10_000;

/** The provider under test. */
interface Provider {
  readonly service: BackendName;
  /** All changes that it published to one account, after everything in the contracts was done there. */
  readonly changes: readonly Change[];
  /** Creates a client of it. */
  readonly createClient: <D extends ServiceDefinition>(definition: D) => RpcClient<D>;
  /** Makes the calls of a consumer. */
  readonly actor: Actor;
  /** Requests that name a record of the test, and their actors, by path of the method. */
  readonly calls?: Readonly<Record<string, { readonly request: object; readonly actor: Actor }>>;
  /** Paths of fields that no test can produce, for example from an external service. */
  readonly unproduced?: readonly string[];
}

/** Paths of fields that the real value lacks or that have another type than in the example. */
const listLacking = (example: unknown, real: unknown, path: string): string[] => {
  if (Array.isArray(example))
    return Array.isArray(real) && real.length > 0 ? listLacking(example[0], real[0], `${path}[]`) : [path];
  if (typeof example !== typeof real || real === null) return [path];
  if (typeof example !== 'object' || example === null) return [];
  const fields = real as Readonly<Record<string, unknown>>;
  return Object.entries(example).flatMap(([name, value]) => listLacking(value, fields[name], `${path}.${name}`));
};

/** The one with the fewest missing fields: the others belong to records with fewer values. */
const findClosest = (lacking: readonly string[][]): string[] =>
  [...lacking].sort((a, b) => a.length - b.length)[0] ?? ['nothing was published'];

const decodeRecord = ({ resource, record }: Change): object => {
  const descriptor = allResources.find((one) => one.resource === resource);
  return (descriptor && findRecordMessage(descriptor)?.decode(record)) ?? {};
};

const readParts = (change: Change): Readonly<Record<string, unknown>> => ({
  ids: change.ids,
  // Times are text in an example.
  record: change.record.length > 0 ? JSON.parse(JSON.stringify(decodeRecord(change))) : undefined,
  data: change.dataJson === '' ? undefined : JSON.parse(change.dataJson),
});

const checkMessage = (type: string, expected: Expectation, changes: readonly Change[]): string[] =>
  findClosest(
    changes
      // The record of an update is the same message.
      .filter(({ service, resource, verb }) => {
        const stated = verb === 'updated' ? 'created' : verb;
        return type === `${service}.${resource}.${stated}`;
      })
      .map((change) => {
        const parts = readParts(change);
        return Object.entries(expected).flatMap(([part, example]) => listLacking(example, parts[part], part));
      }),
  );

const checkMethod = async (
  path: string,
  { request, response, records = '' }: Expectation,
  record: object | undefined,
  { createClient, actor, calls }: Provider,
): Promise<string[]> => {
  const definition = DEFINITIONS.find(({ fullName }) => path.startsWith(`/${fullName}/`));
  const method = Object.entries(definition?.methods ?? {}).find(
    ([, one]) => formatMethodPath(definition!, one) === path,
  );
  if (!definition || !method) return ['unknown method'];
  const client: Readonly<Record<string, (request: object, options: object) => Promise<object>>> =
    createClient(definition);
  const call = calls?.[path] ?? { request: request ?? {}, actor };
  const received = await client[method[0]]!(call.request, { actor: call.actor, timeoutMs: CALL_TIMEOUT_MS });
  const real: unknown = JSON.parse(JSON.stringify(received));
  if (records === '') return listLacking(response, real, 'response');
  const found = (real as { readonly records: readonly unknown[] }).records;
  return findClosest(found.map((one) => listLacking(record, one, 'records[]')));
};

/**
 * Compares what other services expect of a provider (libs/contracts/consumers) with what it really published and with
 * the responses of its methods. Returns one line for each unmet expectation, with the consumer.
 */
export const listBrokenContracts = async (provider: Provider): Promise<string[]> => {
  const broken: string[] = [];
  for (const [consumer, contract] of Object.entries(CONSUMER_CONTRACTS))
    for (const [name, expected] of Object.entries(contract)) {
      if (!name.startsWith(`${provider.service}.`) && !name.startsWith(`/porchlight.${provider.service}.`)) continue;
      const lacking = name.startsWith('/')
        ? await checkMethod(name, expected, contract[expected.records ?? '']?.record, provider)
        : checkMessage(name, expected, provider.changes);
      for (const path of lacking)
        if (!provider.unproduced?.includes(path.replace('records[]', 'record')))
          broken.push(`${consumer} needs ${path} of ${name}`);
    }
  return broken;
};

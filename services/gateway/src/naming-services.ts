import type { NamedRecord, ReferenceServiceDefinition, Registry } from '@porchlight/contracts';
import type { Forwarded } from '@porchlight/edge';
import type { Descriptor } from '@porchlight/resource';
import type { RpcClient } from '@porchlight/rpc';

/** Problems of an IN_USE in one response. */
const MAX_PROBLEMS = 100;

export interface NamingServicesOptions {
  readonly registry: Pick<Registry, 'resources'>;
  /** Connects to a service that has records which name others. */
  readonly connect: (service: string) => RpcClient<typeof ReferenceServiceDefinition>;
  /** Time limit of one call, ms. */
  readonly timeoutMs: number;
}

/** A record that names another one, as a problem of IN_USE. */
type NamingRecord = Pick<NamedRecord, 'kind' | 'id' | 'name'>;

/** The services whose records name records of other resources. A call rejects if one of them does not answer. */
export interface NamingServices {
  /** True if records may name those of the resource. */
  exist(resource: string): boolean;
  /** Records that name the record, at most 100. */
  find(record: NamedRecord, call: Forwarded): Promise<NamingRecord[]>;
  /** Lets the records name the replacement. */
  replace(record: NamedRecord, replacement: NamedRecord, call: Forwarded): Promise<void>;
  /** Deletes the records, one service after the other. */
  delete(record: NamedRecord, call: Forwarded): Promise<void>;
}

/** Connects to the services of the registry that have resources with `names`. */
export const createNamingServices = ({ registry, connect, timeoutMs }: NamingServicesOptions): NamingServices => {
  const list = (resource: string): string[] => [
    ...new Set(
      registry.resources.flatMap(({ names, service }: Descriptor) => (names?.includes(resource) ? [service] : [])),
    ),
  ];
  const all = new Set(registry.resources.flatMap(({ names = [] }) => names).flatMap(list));
  const clients = new Map([...all].map((service) => [service, connect(service)]));
  const listClients = ({ kind }: NamedRecord) => list(kind).map((service) => clients.get(service)!);

  return {
    exist: (resource) => list(resource).length > 0,
    async find(record, call) {
      const answers = await Promise.all(
        listClients(record).map((client) => client.findReferences({ record }, { ...call, timeoutMs })),
      );
      return answers
        .flatMap(({ references }) => references)
        .slice(0, MAX_PROBLEMS)
        .map(({ kind, id, name }) => ({ kind, id, name }));
    },
    async replace(record, replacement, call) {
      await Promise.all(
        listClients(record).map((client) => client.replaceReferences({ record, replacement }, { ...call, timeoutMs })),
      );
    },
    async delete(record, call) {
      for (const client of listClients(record)) await client.deleteReferences({ record }, { ...call, timeoutMs });
    },
  };
};

import type { NamedRecord, ReferenceServiceDefinition, Registry } from '@porchlight/contracts';
import type { Forward, Forwarded, ReferenceChecks } from '@porchlight/edge';
import { isNotFound, refuse } from '@porchlight/errors';
import { getFields, splitWords, withArticle, type Descriptor, type Row } from '@porchlight/resource';
import type { RpcClient } from '@porchlight/rpc';

/** Problems of an IN_USE in one response. */
const MAX_PROBLEMS = 100;

interface ReferenceChecksOptions {
  readonly registry: Pick<Registry, 'resources'>;
  /** Connects to a service that has records which name others. */
  readonly connect: (service: string) => RpcClient<typeof ReferenceServiceDefinition>;
  readonly forward: Forward;
  readonly timeoutMs: number;
}

/** The checks, also for records that are no resource with a delete of its own. */
export interface DeletionChecks extends ReferenceChecks {
  /**
   * Throws IN_USE if records name the record; with `force` deletes them. UNAVAILABLE if a service does not answer: then
   * nothing is deleted. A process that ends in between leaves the record; the caller repeats the delete.
   */
  releaseRecord(record: NamedRecord, noun: string, force: boolean, call: Forwarded): Promise<void>;
}

/**
 * Creates the checks of references. Descriptors declare them: `names` lists the resources whose records a resource
 * names, `remoteReference` a field with ids of another service, `replacement` an option of a delete.
 */
export const createReferenceChecks = (options: ReferenceChecksOptions): DeletionChecks => {
  const { registry, connect, forward, timeoutMs } = options;
  const find = (resource: string): Descriptor | undefined =>
    registry.resources.find((descriptor) => descriptor.resource === resource);
  /** The services with resources that name records of the resource. */
  const listNamingServices = ({ resource }: Pick<Descriptor, 'resource'>): string[] => [
    ...new Set(registry.resources.flatMap(({ names, service }) => (names?.includes(resource) ? [service] : []))),
  ];
  const namingServices = new Set(
    registry.resources.flatMap(({ names = [] }) => names).flatMap((resource) => listNamingServices({ resource })),
  );
  const clients = new Map([...namingServices].map((name) => [name, connect(name)]));

  /** The records that name the record, as problems of IN_USE. */
  const findNaming = async (record: NamedRecord, call: Forwarded) => {
    const answers = await Promise.all(
      listNamingServices({ resource: record.kind }).map((service) =>
        clients.get(service)!.findReferences({ record }, { ...call, timeoutMs }),
      ),
    );
    return answers
      .flatMap(({ references }) => references)
      .slice(0, MAX_PROBLEMS)
      .map(({ kind, id, name }) => ({ kind, id, name }));
  };

  const requireUnnamed = async (record: NamedRecord, noun: string, call: Forwarded, remedy?: string): Promise<void> => {
    const problems = await findNaming(record, call);
    if (problems.length === 0) return;
    const names = problems.slice(0, 3).map(({ kind, name }) => `${splitWords(kind)} '${name}'`);
    const more = problems.length > names.length ? ' and others' : '';
    const params = { what: noun, names: names.join(', ') + more, ...(remedy !== undefined && { remedy }) };
    throw refuse('IN_USE', params, problems);
  };

  const loadNamed = async (descriptor: Descriptor, id: number, call: Forwarded): Promise<NamedRecord> => {
    const { record } = (await forward(descriptor, 'get', { id, options: {} }, call)) as { record: Row };
    return { kind: descriptor.resource, id, name: String(record['name' as keyof Row] ?? '') };
  };

  /** The record that replaces the deleted one, if the options name one. */
  const findReplacement = async (
    descriptor: Descriptor,
    requested: Readonly<Record<string, string>>,
    call: Forwarded,
  ): Promise<NamedRecord | undefined> => {
    for (const [name, { replacement }] of Object.entries(descriptor.options ?? {})) {
      const target = replacement === undefined ? undefined : find(replacement);
      if (target && requested[name] !== undefined) return loadNamed(target, Number(requested[name]), call);
    }
    return undefined;
  };

  const assertExists = async (field: string, resource: string, id: number, call: Forwarded): Promise<void> => {
    const target = find(resource);
    if (!target) return;
    try {
      await loadNamed(target, id, call);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      throw refuse('UNKNOWN_REFERENCE', { field, what: withArticle(splitWords(target.noun)), value: id });
    }
  };

  return {
    async beforeWrite(descriptor, { id, record, mask }, call) {
      const values = record as unknown as Readonly<Record<string, unknown>>;
      for (const [name, { remoteReference }] of Object.entries(getFields(descriptor))) {
        const value = values[name];
        if (remoteReference === undefined || typeof value !== 'number' || !mask.includes(name)) continue;
        // A value that the record has already is not new; its target may have been deleted.
        const before =
          id === undefined
            ? undefined
            : ((await forward(descriptor, 'get', { id, options: {} }, call)) as { record: Record<string, unknown> });
        if (before?.record[name] !== value) await assertExists(name, remoteReference, value, call);
      }
    },

    async beforeDelete(descriptor, id, requested, call) {
      const services = listNamingServices(descriptor);
      if (services.length === 0) return;
      await forward(descriptor, 'delete', { id, options: { ...requested, dryRun: 'true' } }, call);
      if (requested['force'] === 'true') return;
      const record = await loadNamed(descriptor, id, call);
      const replacement = await findReplacement(descriptor, requested, call);
      if (!replacement) return requireUnnamed(record, splitWords(descriptor.noun), call);
      const context = { ...call, timeoutMs };
      await Promise.all(
        services.map((service) => clients.get(service)!.replaceReferences({ record, replacement }, context)),
      );
    },

    async releaseRecord(record, noun, force, call) {
      if (!force) return requireUnnamed(record, noun, call, 'delete all of them');
      // Every service answers before the first of them deletes.
      await findNaming(record, call);
      const context = { ...call, timeoutMs };
      for (const service of listNamingServices({ resource: record.kind }))
        await clients.get(service)!.deleteReferences({ record }, context);
    },
  };
};

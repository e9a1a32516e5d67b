import type { NamedRecord } from '@porchlight/contracts';
import type { Forward, Forwarded, ReferenceChecks } from '@porchlight/edge';
import { isNotFound, refuse } from '@porchlight/errors';
import { getFields, splitWords, withArticle, type Descriptor, type Row } from '@porchlight/resource';
import { createNamingServices, type NamingServicesOptions } from './naming-services';

interface ReferenceChecksOptions extends NamingServicesOptions {
  readonly forward: Forward;
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
  const { registry, forward } = options;
  const naming = createNamingServices(options);
  const find = (resource: string): Descriptor | undefined =>
    registry.resources.find((descriptor) => descriptor.resource === resource);

  const requireUnnamed = async (record: NamedRecord, noun: string, call: Forwarded, remedy?: string): Promise<void> => {
    const problems = await naming.find(record, call);
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
      if (!naming.exist(descriptor.resource)) return;
      await forward(descriptor, 'delete', { id, options: { ...requested, dryRun: 'true' } }, call);
      if (requested['force'] === 'true') return;
      const record = await loadNamed(descriptor, id, call);
      const replacement = await findReplacement(descriptor, requested, call);
      if (!replacement) return requireUnnamed(record, splitWords(descriptor.noun), call);
      await naming.replace(record, replacement, call);
    },

    async releaseRecord(record, noun, force, call) {
      if (!force) return requireUnnamed(record, noun, call, 'delete all of them');
      // Every service answers before the first of them deletes.
      await naming.find(record, call);
      await naming.delete(record, call);
    },
  };
};

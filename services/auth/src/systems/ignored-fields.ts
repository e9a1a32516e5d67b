import { type IgnoredField, type RecordIgnoredFieldsRequest, type UnregisteredSystem } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { StoreCall } from '@porchlight/store';
import type { NamedCount } from './daily-counts';
import type { Systems } from './system-parts';

/** Longest operation, field or system name that is stored, characters. */
const MAX_NAME = 128;
const UNREGISTERED = 'unregistered';
/** The `system` of requests without a registered system. */
const NO_SYSTEM = 'none';

type FieldCounts = Pick<Systems, 'systems' | 'dailyCounts'>;

const ignoredBy = (system: string): string => `ignored:${system.toLowerCase()}`;
const encodeName = (operation: string, field: string): string =>
  JSON.stringify([operation.slice(0, MAX_NAME), field.slice(0, MAX_NAME)]);

interface Batch {
  readonly accountId: number;
  readonly subject: string;
  readonly counts: NamedCount[];
}

/** Groups rows, so that each account and subject is written once. */
const groupRows = (rows: readonly (NamedCount & { readonly accountId: number; readonly subject: string })[]) => {
  const batches = new Map<string, Batch>();
  for (const { accountId, subject, name, count } of rows) {
    const key = `${accountId} ${subject}`;
    const batch = batches.get(key) ?? { accountId, subject, counts: [] };
    batch.counts.push({ name, count });
    batches.set(key, batch);
  }
  return [...batches.values()];
};

/**
 * Adds the counts that a gateway collected. For gateways. Throws INVALID_BODY for too many rows.
 */
export const recordIgnoredFields =
  ({ dailyCounts }: FieldCounts) =>
  async ({ fields, unregistered }: RecordIgnoredFieldsRequest): Promise<object> => {
    const { value: maxRows } = LIMITS.ignoredFieldRows;
    const most = Math.max(fields.length, unregistered.length);
    if (most > maxRows) throw invalidBody(`At most ${maxRows} rows are recorded in one call, not ${most}.`);
    const ignored = groupRows(
      fields.map(({ accountId, system, operation, field, count }) => ({
        accountId,
        subject: ignoredBy(system || NO_SYSTEM),
        name: encodeName(operation, field),
        count,
      })),
    );
    const unknown = groupRows(
      unregistered.map(({ accountId, name, count }) => ({
        accountId,
        subject: UNREGISTERED,
        name: name.slice(0, MAX_NAME),
        count,
      })),
    );
    for (const { accountId, subject, counts } of ignored)
      await dailyCounts.add(accountId, subject, counts, LIMITS.ignoredFieldsPerSystem.value);
    for (const { accountId, subject, counts } of unknown)
      await dailyCounts.add(accountId, subject, counts, LIMITS.unregisteredSystems.value);
    return {};
  };

/**
 * The fields that were ignored in the caller's account for one system. Throws FORBIDDEN, NOT_FOUND for an unknown id.
 */
export const listIgnoredFields =
  ({ systems, dailyCounts }: FieldCounts) =>
  async ({ system }: { system: string }, call: StoreCall): Promise<{ records: IgnoredField[] }> => {
    const { accountId } = call.actor;
    const ownSystem = /^\d{1,10}$/.test(system) ? await systems.findOne({ accountId, id: Number(system) }) : undefined;
    const registered =
      ownSystem ?? (system === NO_SYSTEM ? undefined : await systems.findOne({ _id: system.toLowerCase() }));
    if (!registered && system !== NO_SYSTEM) throw refuse('NOT_FOUND', { what: 'system' });
    const counts = await dailyCounts.read(accountId, ignoredBy(registered?._id ?? NO_SYSTEM));
    return {
      records: counts.map(({ name, count, lastSeen }) => {
        const [operation, field] = JSON.parse(name) as [string, string];
        return { operation, field, count, lastSeen };
      }),
    };
  };

/** Gateways store counts of requests up to this much later, ms. */
const COUNTING_DELAY_MS = 60_000;

/**
 * System names that senders of the caller's account use although they are not registered. A name is listed after its
 * registration only while senders continue to use a wrong key. Throws FORBIDDEN.
 */
export const listUnregisteredSystems =
  ({ systems, dailyCounts }: FieldCounts) =>
  async (_request: object, call: StoreCall): Promise<{ records: UnregisteredSystem[] }> => {
    const counts = await dailyCounts.read(call.actor.accountId, UNREGISTERED);
    const keys = [...new Set(counts.map(({ name }) => name.toLowerCase()))];
    const documents = keys.length > 0 ? await systems.find({ _id: { $in: keys } }, { limit: keys.length }) : [];
    const registered = new Map(documents.map(({ _id, created }) => [_id, created.getTime() + COUNTING_DELAY_MS]));
    const isOpen = ({ name, lastSeen }: UnregisteredSystem): boolean =>
      (lastSeen?.getTime() ?? 0) > (registered.get(name.toLowerCase()) ?? 0);
    return { records: counts.filter(isOpen) };
  };

import { invalidBody, refuse } from '@porchlight/errors';
import type { Row } from '@porchlight/resource';
import { describeOther, describeReference } from '../check-declared';
import { createNamingRecords } from '../naming-records';
import type { Document } from '../contract/document';
import type { StoreCall } from '../contract/store-call';
import type { RecordAccess } from '../record-access';
import type { RequestOptions } from '../request-options';
import type { ResourceContext } from '../resource-context';
import type { createRecordWriter } from './record-writer';

interface RemovalParts<R extends Row, D extends Document> {
  readonly access: RecordAccess<R, D>;
  readonly writer: Pick<ReturnType<typeof createRecordWriter<R, D>>, 'remove' | 'modify'>;
}

/**
 * The delete of a record. With an option that has `replacement` it gives what belongs to the record to another one
 * first, under the lock of the account. With `dryRun` it makes the checks only.
 */
export const createRecordRemoval = <R extends Row, D extends Document>(
  { options, rules, noun, lock, opened }: ResourceContext<R, D>,
  { access: { load, check, requireId }, writer }: RemovalParts<R, D>,
) => {
  const { descriptor, findExisting } = options;
  const namingRecords = createNamingRecords(descriptor, opened);
  const option = Object.entries(descriptor.options ?? {}).find(
    ([, { replacement, verbs }]) => replacement !== undefined && verbs.includes('delete'),
  );
  const reassigns = option?.[1].reassigns;
  const reassign: typeof options.reassign =
    reassigns === undefined
      ? options.reassign
      : (call, before, replacement) => namingRecords.reassign(call, before.id, replacement);

  type Validate = (before: D) => Promise<void>;

  const remove = async (call: StoreCall, id: number, validate: Validate): Promise<D> => {
    if (!descriptor.softDelete) return writer.remove(call, id, { check: validate });
    let removed: D | undefined;
    const after = await writer.modify(call, id, async (before) => {
      await validate(before);
      removed = before;
      return { ...before, isDeleted: true };
    });
    return removed ?? after;
  };

  /** Throws INVALID_BODY without a replacement for records that name this one. */
  const requireReplacement = async (call: StoreCall, before: D, requestOptions: RequestOptions): Promise<void> => {
    const [field] = option ?? [''];
    if (reassigns === undefined || requestOptions[field] !== undefined) return;
    if (await namingRecords.exist(call, before.id)) throw invalidBody(`Missing '${field}' field.`);
  };

  /** The record that replaces the deleted one, if the caller names one. Throws UNKNOWN_REFERENCE. */
  const findReplacement = async (
    call: StoreCall,
    before: D,
    requestOptions: RequestOptions,
  ): Promise<number | undefined> => {
    if (!option || !reassign) return undefined;
    const [field, { replacement: resource = '', roles }] = option;
    const sent = requestOptions[field];
    if (sent === undefined) return undefined;
    const id = Number(sent);
    if (resource === descriptor.resource) {
      if (id !== before.id && (await load(call, id))) return id;
      if (reassigns !== undefined) throw invalidBody(`No ${reassigns} found for given '${field}' field.`);
      throw refuse('UNKNOWN_REFERENCE', { field, what: describeOther(descriptor), value: sent.slice(0, 20) });
    }
    const reference = { resource, field, isReplacement: true as const, ...(roles && { roles }) };
    const existing = await findExisting?.(call, reference, [id]);
    if (existing?.has(id)) return id;
    throw refuse('UNKNOWN_REFERENCE', { field, what: describeReference(reference), value: sent.slice(0, 20) });
  };

  return async (call: StoreCall, id: number, requestOptions: RequestOptions): Promise<D> => {
    requireId(id);
    const checked = check(call, requestOptions);
    const validate = async (before: D): Promise<void> => {
      checked(before);
      await rules.validateDelete?.(call, before, requestOptions);
      await requireReplacement(call, before, requestOptions);
    };
    const isDryRun = requestOptions['dryRun'] === 'true';
    const hasReplacement = option !== undefined && reassign !== undefined && requestOptions[option[0]] !== undefined;
    if (!isDryRun && !hasReplacement) return remove(call, id, validate);
    const work = async (): Promise<D> => {
      const before = await load(call, id);
      if (!before) throw refuse('NOT_FOUND', { what: noun });
      await validate(before);
      const replacement = await findReplacement(call, before, requestOptions);
      if (isDryRun) return before;
      if (replacement !== undefined) await reassign?.(call, before, replacement);
      const removed = await remove(call, id, validate);
      // Records that were written meanwhile.
      if (replacement !== undefined && reassigns !== undefined) await reassign?.(call, before, replacement);
      return removed;
    };
    return lock && !isDryRun ? lock.run(call.actor.accountId, call.signal, work) : work();
  };
};

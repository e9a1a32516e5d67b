import {
  isSignatureHeader,
  MAX_SIGNATURE_HEADERS,
  type DeleteSystemRequest,
  type EnrollSystemRequest,
  type ReadSystemRequest,
  type System,
  type UpdateSystemRequest,
} from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { DAY_MS } from '@porchlight/runtime';
import { isDeepStrictEqual } from 'node:util';
import { assertVersion, requireVersion, toVersion, type StoreCall } from '@porchlight/store';
import { chargeNewAccount } from '../accounts';
import { type IdempotentCall, undoOnError } from '../security';
import { describeChange, recordChange } from './record-system-change';
import { buildSystem, hasOrHadKey, nextSystemId, registerSystem } from './register-system';
import type { SystemChange, SystemDocument } from './system-document';
import type { Systems } from './system-parts';

/** Time for which a former key stays valid, ms (decisions section 3). */
const OVERLAP_MS = DAY_MS;
const MAX_SYSTEMS = 100;
/** Maximum number of former keys that stay valid. */
const MAX_FORMER = 5;

/** The condition of systems that are not deleted. */
const LIVE = { deletedAt: { $exists: false } };

const ownSystems = ({ systems }: Pick<Systems, 'systems'>, { actor }: StoreCall): Promise<SystemDocument[]> =>
  systems.find({ accountId: actor.accountId, ...LIVE }, { limit: MAX_SYSTEMS + 1 });

/** A key that clients can send in a header. */
const KEY = /^[\x21-\x7e]{32,200}$/;

const assertKey = (key: string | undefined): void => {
  if (key !== undefined && !KEY.test(key))
    throw invalidBody("Field 'key' must have 32 to 200 characters: letters, digits and punctuation without spaces.");
};

const assertSignatureHeaders = (names: readonly string[]): void => {
  const wrong = names.find((name) => !isSignatureHeader(name));
  if (wrong !== undefined)
    throw invalidBody(
      `Field 'signatureHeaders' contains '${wrong}'. Use names such as X-Acme-Signature, of up to 64 characters, that have no other meaning.`,
    );
  if (names.length > MAX_SIGNATURE_HEADERS || new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw invalidBody(`Field 'signatureHeaders' must have at most ${MAX_SIGNATURE_HEADERS} different names.`);
};

/**
 * Registers a system for the account of its owner, who alone may change it and rotate its key. Throws FORBIDDEN,
 * INVALID_BODY, NAME_TAKEN, LIMIT_REACHED, CONFLICT, NEW_ACCOUNT_LIMIT.
 */
export const enrollSystem =
  (parts: Systems) =>
  async ({ name, key, signatureHeaders }: EnrollSystemRequest, call: StoreCall) => {
    assertKey(key);
    assertSignatureHeaders(signatureHeaders);
    // A repeated call may find the system that it registered itself.
    const others = (await ownSystems(parts, call)).filter(({ _id }) => _id !== name.trim().toLowerCase());
    if (others.length >= MAX_SYSTEMS) throw refuse('LIMIT_REACHED', { limit: MAX_SYSTEMS, what: 'systems' });
    const { accountId } = call.actor;
    const undo = await chargeNewAccount(parts, accountId, 'systems', parts.limits.newAccountSystems);
    return undoOnError(
      undo,
      registerSystem(parts)(
        { name, accountId, key, signatureHeaders, change: describeChange(parts, call, 'created') },
        call,
      ),
    );
  };

const toRecord = ({ name, created, signatureHeaders = [], lastUsed, disabled, v }: SystemDocument, id: number) => ({
  id,
  version: toVersion(v),
  name,
  created,
  signatureHeaders,
  ...(lastUsed && { lastUsed }),
  ...(disabled && { disabled }),
});

/** Retrieves a system of the account. Throws NOT_FOUND. */
export const readSystem =
  (parts: Systems) =>
  async ({ id }: ReadSystemRequest, call: StoreCall): Promise<{ record: System }> => ({
    record: toRecord(await findOwnSystem(parts, call.actor.accountId, id), id),
  });

/**
 * Changes the headers that carry the legacy signature of a system, and disables or enables it. The notifier applies new
 * headers within a minute, the gateways refuse a disabled system within a second. Throws PRECONDITION_FAILED.
 */
export const updateSystem =
  (parts: Systems) =>
  async (request: UpdateSystemRequest, call: StoreCall): Promise<{ record: System }> => {
    const { id, signatureHeaders, keepSignatureHeaders, disabled, ifVersion } = request;
    if (!keepSignatureHeaders) assertSignatureHeaders(signatureHeaders);
    const { accountId } = call.actor;
    const before = await findOwnSystem(parts, accountId, id);
    assertVersion(toVersion(before.v), ifVersion);
    const change = {
      ...(!keepSignatureHeaders &&
        !isDeepStrictEqual(signatureHeaders, before.signatureHeaders ?? []) && { signatureHeaders }),
      ...(disabled !== undefined && disabled !== (before.disabled ?? false) && { disabled }),
    };
    if (Object.keys(change).length > 0) {
      const recorded = recordChange(describeChange(parts, call, 'updated', Object.keys(change)), change);
      await write(parts, before, ifVersion, recorded);
      parts.notifyPublisher();
    }
    return { record: toRecord(await findOwnSystem(parts, accountId, id), id) };
  };

/** Writes a system that has the version of `If-Match`, if there is one. Throws PRECONDITION_FAILED. */
const write = async (
  { systems }: Pick<Systems, 'systems'>,
  { _id, accountId, id }: SystemDocument,
  ifVersion: number | undefined,
  update: ReturnType<typeof recordChange>,
): Promise<void> => {
  if (ifVersion === undefined) {
    await systems.updateOne({ _id, accountId, id, ...LIVE }, update);
    return;
  }
  const filter = await requireVersion(systems, { _id }, 'v', ifVersion);
  if (!(await systems.updateOne(filter, update))) throw refuse('PRECONDITION_FAILED');
};

/** A system of the account. Throws NOT_FOUND. */
const findOwnSystem = async (
  { systems }: Pick<Systems, 'systems'>,
  accountId: number,
  id: number,
): Promise<SystemDocument> => {
  const system = await systems.findOne({ accountId, id, ...LIVE });
  if (!system) throw refuse('NOT_FOUND', { what: 'system' });
  return system;
};

/**
 * Deletes a system of the account; its pair is refused at once. The gateway checks before that nothing belongs to it
 * (D13.9). Its account can register the name again once the deletion is published;
 * others cannot, because webhooks of other accounts may still name it.
 */
export const deleteSystem =
  (parts: Systems) =>
  async ({ id, dryRun, ifVersion }: DeleteSystemRequest, call: StoreCall): Promise<{ record: System }> => {
    const system = await findOwnSystem(parts, call.actor.accountId, id);
    assertVersion(toVersion(system.v), ifVersion);
    if (!dryRun) {
      // Keys are unique, so the deleted ones differ from each other too.
      const deleted = {
        deletedAt: parts.clock.date(),
        keyHash: `deleted ${system._id}`,
        sealedKey: '',
        formerKeys: [],
      };
      const recorded = recordChange(describeChange(parts, call, 'deleted'), deleted);
      await write(parts, system, ifVersion, recorded);
      parts.notifyPublisher();
    }
    return { record: toRecord(system, id) };
  };

/** Systems that were registered before ids existed get one when they are first listed. */
const withId = async ({ systems, sequences }: Pick<Systems, 'systems' | 'sequences'>, system: SystemDocument) => {
  if (system.id !== undefined) return { ...system, id: system.id };
  const id = await nextSystemId(sequences, system.accountId!);
  await systems.updateOne({ _id: system._id }, [{ $set: { id: { $ifNull: ['$id', id] } } }]);
  return { ...system, id: (await systems.findOne({ _id: system._id }))?.id ?? id };
};

/** The systems that the account registered, newest first. */
export const listSystems =
  (parts: Systems) =>
  async (_request: object, call: StoreCall): Promise<{ records: System[] }> => {
    const systems = await ownSystems(parts, call);
    const numbered = await Promise.all(systems.map((system) => withId(parts, system)));
    return {
      records: numbered
        .sort((a, b) => b.created.getTime() - a.created.getTime())
        .map((system) => toRecord(system, system.id)),
    };
  };

/** Replaces the key of a system; the former one stays valid for a day. */
const replaceKey = async (parts: Systems, system: SystemDocument, call: IdempotentCall, change?: SystemChange) => {
  const { system: drawn, key } = await buildSystem(parts, { name: system.name }, call);
  // A repeated call has already replaced the key.
  if (hasOrHadKey(system, drawn.keyHash)) return { name: system.name, key };
  const now = parts.clock.now();
  const current = (system.formerKeys ?? []).filter(({ until }) => until.getTime() > now);
  const formerKeys = [{ hash: system.keyHash, until: new Date(now + OVERLAP_MS) }, ...current].slice(0, MAX_FORMER);
  const { keyHash, sealedKey } = drawn;
  // Guarded: of two concurrent rotations one is refused, so that no key is lost.
  const written = await parts.systems.updateOne(
    { _id: system._id, keyHash: system.keyHash },
    change ? recordChange(change, { keyHash, sealedKey, formerKeys }) : { $set: { keyHash, sealedKey, formerKeys } },
  );
  if (!written)
    throw refuse('CONFLICT', { message: 'The key was rotated at the same moment. Use that one, or try again.' });
  return { name: system.name, key };
};

/** Rotates the key of a system of the account. */
export const rotateSystemKey =
  (parts: Systems) =>
  async ({ name }: { name: string }, call: StoreCall): Promise<{ name: string; key: string }> => {
    const systems = await ownSystems(parts, call);
    if (name === '' && systems.length !== 1) throw invalidBody("Missing 'name' field.");
    const system = systems.find(({ _id }) => name === '' || _id === name.trim().toLowerCase());
    if (!system) throw refuse('UNKNOWN_REFERENCE', { field: 'name', what: 'a system of this account', value: name });
    const rotated = await replaceKey(parts, system, call, describeChange(parts, call, 'updated', ['key']));
    parts.notifyPublisher();
    return rotated;
  };

/** Rotates the key of any system on behalf of the operator, for systems without an account. */
export const replaceSystemKey =
  (parts: Systems) =>
  async ({ name }: { name: string }, call: IdempotentCall): Promise<{ name: string; key: string }> => {
    const system = await parts.systems.findOne({ _id: name.trim().toLowerCase(), ...LIVE });
    if (!system) throw refuse('UNKNOWN_REFERENCE', { field: 'name', what: 'a system', value: name });
    return replaceKey(parts, system, call);
  };

import { FORMER_CONSOLE_SYSTEM, isConsoleSystem } from '@porchlight/access';
import { invalidBody, refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import { takeNumbers } from '@porchlight/store';
import { generateCredential, type IdempotentCall } from '../security';
import type { SystemChange, SystemDocument } from './system-document';
import type { Systems } from './system-parts';

/** Key of the document with the signing key of the console, also under its present name. */
export const CONSOLE_KEY = FORMER_CONSOLE_SYSTEM.toLowerCase();

/** The next number of a system within its account. */
export const nextSystemId = (sequences: Systems['sequences'], accountId: number): Promise<number> =>
  takeNumbers(sequences, `systems:${accountId}`, 'n');

export interface NewSystem {
  readonly name: string;
  /** The account that registers it; absent: an operator. */
  readonly accountId?: number;
  /** An existing key of the system; absent: a new one is generated. */
  readonly key?: string | undefined;
  readonly signatureHeaders?: readonly string[];
  /** The registration by a user, for the audit log. */
  readonly change?: SystemChange;
}

/** Creates the document of a system with its key, or with a generated one, and returns the key too. */
export const buildSystem = async (
  parts: Pick<Systems, 'secrets' | 'clock' | 'ids'>,
  { name, accountId, key: existing, signatureHeaders = [] }: NewSystem,
  call: IdempotentCall,
): Promise<{ system: SystemDocument; key: string }> => {
  const key = existing ?? (await memoize(call, 'systemKey', () => generateCredential(parts, 'pls_')));
  const system: SystemDocument = {
    _id: name.toLowerCase(),
    name,
    keyHash: parts.secrets.hash(key),
    sealedKey: parts.secrets.encrypt(key),
    created: parts.clock.date(),
    ...(accountId !== undefined && { accountId }),
    ...(signatureHeaders.length > 0 && { signatureHeaders: [...signatureHeaders] }),
  };
  return { system, key };
};

/** True if this is the current or a former key of the system. */
export const hasOrHadKey = ({ keyHash, formerKeys = [] }: SystemDocument, hash: string): boolean =>
  keyHash === hash || formerKeys.some((key) => key.hash === hash);

const keyTaken = (): Error =>
  refuse('CONFLICT', {
    message: 'Another system already has this key. Send the key of this system, or no key to generate one.',
  });

/** Throws CONFLICT if another system has this key. */
const assertUniqueKey = async (
  { systems, secrets }: Pick<Systems, 'systems' | 'secrets'>,
  _id: string,
  key: string,
): Promise<void> => {
  const holder = await systems.findOne({ keyHash: secrets.hash(key) });
  if (holder && holder._id !== _id) throw keyTaken();
};

/**
 * Registers a sending system. The response is the only place that contains its key. Throws INVALID_BODY, CONFLICT for
 * the key of another system, and DUPLICATE for a name that is registered, unless this call registered it before.
 */
export const registerSystem =
  (parts: Systems) =>
  async ({ name, accountId, key: existing, signatureHeaders = [], change }: NewSystem, call: IdempotentCall) => {
    const trimmed = name.trim();
    if (trimmed === '' || trimmed.length > 255) throw invalidBody("Field 'name' must have 1 to 255 characters.");
    const nameTaken = refuse('NAME_TAKEN', { what: 'a system', field: 'name' });
    if (isConsoleSystem(trimmed)) throw nameTaken;
    // Only its former account may use the name of a deleted system: webhooks of others may still name it.
    if (accountId !== undefined)
      await parts.systems.deleteOne({
        ...{ _id: trimmed.toLowerCase(), accountId },
        ...{ deletedAt: { $exists: true }, unpublished: { $exists: false } },
      });
    if (existing !== undefined) await assertUniqueKey(parts, trimmed.toLowerCase(), existing);
    const { system: drawn, key } = await buildSystem(
      parts,
      { name: trimmed, key: existing, signatureHeaders, ...(accountId !== undefined && { accountId }) },
      call,
    );
    const id =
      accountId === undefined
        ? undefined
        : await memoize(call, 'systemId', () => nextSystemId(parts.sequences, accountId));
    const [conflictingId] = await parts.systems.insertMany([
      {
        ...drawn,
        ...(id !== undefined && { id }),
        ...(change && { v: 1, unpublished: true as const, changes: [change] }),
      },
    ]);
    parts.notifyPublisher();
    const stored = conflictingId === undefined ? undefined : await parts.systems.findOne({ _id: conflictingId });
    // No system has this name: the unique index of keys refused the insert.
    if (conflictingId !== undefined && !stored) throw keyTaken();
    // A repeated call has the same number; a second registration with the same key has another one.
    if (stored && (stored.id !== id || stored.accountId !== accountId || !hasOrHadKey(stored, drawn.keyHash)))
      throw nameTaken;
    return { id: stored?.id ?? id ?? 0, name: trimmed, key, signatureHeaders: drawn.signatureHeaders ?? [] };
  };

import type { Pond } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { normalizeText, type Document, type Draft, type Strategy } from '@porchlight/store';
import type { AccountSettingsCache } from '../settings/account-settings-cache';
import type { AccountSettings } from '../settings/account-settings';

/** A pond as stored. */
export interface PondDocument extends Document {
  name: string;
  nameKey: string;
  userId?: number;
  userIds: number[];
}

/** Most ponds of an account; all of them are in its view. */
export const MAX_PONDS = 200;

/** The rules of ponds (decisions section 6). Names stay unique because ponds are written under the account's lock. */
export const createPondsStrategy = (settingsCache: AccountSettingsCache): Strategy<Pond, PondDocument> => ({
  async prepareForCreate(call, input) {
    const settings = await settingsCache.load(call.actor.accountId);
    if (settings.ponds.length >= MAX_PONDS)
      throw refuse('INVALID_BODY', { problems: `An account has at most ${MAX_PONDS} ponds.` });
    assertUniqueName(settings, input.name ?? '');
    const draft: Draft<PondDocument> = {
      name: input.name ?? '',
      nameKey: normalizeText(input.name ?? ''),
      userIds: knownUsers(settings, 'userIds', input.userIds),
    };
    if (input.userId !== undefined) draft.userId = knownUsers(settings, 'userId', [input.userId])[0]!;
    return draft;
  },
  async prepareForUpdate(call, before, input, mask) {
    const settings = await settingsCache.load(call.actor.accountId);
    const after: PondDocument = { ...before };
    if (mask.has('name') && input.name !== undefined && input.name !== before.name) {
      assertUniqueName(settings, input.name, before.id);
      Object.assign(after, { name: input.name, nameKey: normalizeText(input.name) });
    }
    if (mask.has('userIds')) after.userIds = knownUsers(settings, 'userIds', input.userIds, before.userIds);
    if (mask.has('userId')) {
      delete after.userId;
      if (input.userId !== undefined)
        after.userId = knownUsers(settings, 'userId', [input.userId], [before.userId ?? 0])[0]!;
    }
    return after;
  },
  toRecord: ({ id, created, updated, name, userId, userIds, version }) => ({
    id,
    created,
    updated,
    name,
    userId,
    userIds,
    version,
  }),
  afterWrite: (call) => settingsCache.forget(call.actor.accountId),
});

/** The distinct ids. Existing members are always accepted, so that a client can send back what it read. */
const knownUsers = (
  settings: AccountSettings,
  field: string,
  ids: readonly number[],
  before: readonly number[] = [],
): number[] => {
  const unknown = ids.find((id) => !settings.member(id) && !before.includes(id));
  if (unknown !== undefined) throw refuse('UNKNOWN_REFERENCE', { field, what: 'a user', value: unknown });
  return [...new Set(ids)];
};

const assertUniqueName = (settings: AccountSettings, name: string, own?: number): void => {
  const key = normalizeText(name);
  if (settings.ponds.some((pond) => pond.id !== own && normalizeText(pond.name) === key))
    throw refuse('DUPLICATE', { what: 'a pond', field: 'name' });
};

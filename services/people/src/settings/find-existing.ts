import { mayReceive } from '@porchlight/access';
import { composeKey, type FieldReference, type FindExisting, type Store } from '@porchlight/store';
import type { PeopleCopies } from '../copies';
import type { AccountSettings } from './account-settings';
import { loadFresh, type AccountSettingsCache } from './account-settings-cache';
import { checkReceiver } from './resolve-reference';

/** True if the user may be named. Throws USER_NOT_ACTIVE for a user who may get nothing new (D13.3). */
const acceptsUser = (settings: AccountSettings, id: number, reference: FieldReference): boolean => {
  const { roles, inactive, isReplacement, field } = reference;
  const user = settings.member(id);
  if (!user || (roles && !roles.some((role) => role === user.role))) return false;
  if (isReplacement) return mayReceive(user, 'lead');
  if (!inactive) checkReceiver(user, field);
  return true;
};

const EXISTS: Readonly<Record<string, (settings: AccountSettings, id: number) => boolean>> = {
  users: (settings, id) => settings.member(id) !== undefined,
  groups: (settings, id) => settings.group(id) !== undefined,
  ponds: (settings, id) => settings.pond(id) !== undefined,
  stages: (settings, id) => settings.stage(id) !== undefined,
};

/**
 * Finds records that fields of this service name: users, groups, ponds and stages in the settings of the account, which
 * are read again for a record that is missing there, active action plans, and records of other resources of this
 * service. Throws USER_NOT_ACTIVE.
 */
export const createFindExisting =
  (
    settingsCache: AccountSettingsCache,
    { plans }: Pick<PeopleCopies, 'plans'>,
    store: Pick<Store, 'reads'>,
  ): FindExisting =>
  async (call, reference, ids) => {
    const { accountId } = call.actor;
    const { resource } = reference;
    if (resource === 'actionPlans') {
      const copiedPlans = await Promise.all(ids.map((id) => plans.byId(accountId, id)));
      return new Set(ids.filter((_id, at) => copiedPlans[at]?.active));
    }
    const exists = EXISTS[resource];
    if (!exists) {
      const keys = ids.map((id) => composeKey(accountId, id));
      const documents = await store.reads(resource).find(call, { _id: { $in: keys } }, keys.length);
      return new Set(documents.map(({ id }) => id));
    }
    const settings = await loadFresh(settingsCache, accountId, (fresh) => ids.every((id) => exists(fresh, id)));
    return new Set(
      ids.filter((id) => (resource === 'users' ? acceptsUser(settings, id, reference) : exists(settings, id))),
    );
  };

import type { CustomDefinition } from '@porchlight/custom-fields';
import { isFresh, type Clock } from '@porchlight/runtime';
import { LRUCache } from 'lru-cache';
import {
  AccountSettings,
  type SettingsParts,
  type StageMove,
  type StageView,
  type TeamMember,
} from './account-settings';
import { TRASH_ID } from './default-stages';

/**
 * The cached account settings; reloaded if they lack the requested name. Another replica may have created it within the
 * last second, and its creator may use it at once.
 */
export const loadFresh = async (
  settingsCache: Pick<AccountSettingsCache, 'load' | 'forget'>,
  accountId: number,
  isComplete: (settings: AccountSettings) => boolean,
): Promise<AccountSettings> => {
  const settings = await settingsCache.load(accountId);
  if (isComplete(settings)) return settings;
  settingsCache.forget(accountId);
  return settingsCache.load(accountId);
};

/** Whether all these names are custom fields. */
export const hasCustomFields =
  (names: Iterable<string>) =>
  ({ customFields }: AccountSettings): boolean => {
    const defined = new Set(customFields.map(({ name }) => name));
    return [...names].every((name) => defined.has(name));
  };

/** Whether the fields of all these values exist, by id. */
export const hasCustomFieldIds =
  (values: object | undefined) =>
  ({ customFields }: AccountSettings): boolean => {
    if (!values) return true;
    const defined = new Set(customFields.map(({ id }) => String(id)));
    return Object.keys(values).every((id) => defined.has(id));
  };

/** Longest time that other replicas use cached settings after a change, ms. */
export const SETTINGS_TTL_MS = 1_000;

/** Sources of the cached settings. */
export interface AccountSettingsSources {
  loadStages(accountId: number): Promise<readonly StageView[]>;
  loadMembers(accountId: number): Promise<readonly TeamMember[]>;
  loadMoves(accountId: number): Promise<readonly StageMove[]>;
  /** How many people are in stage Trash. */
  countTrash(accountId: number): Promise<number>;
  loadGroups?(accountId: number): Promise<SettingsParts['groups']>;
  /** Ponds and rules of lead flow. */
  loadLeadSettings?(accountId: number): Promise<Pick<SettingsParts, 'ponds' | 'leadRules' | 'deletedPlanIds'>>;
  loadCustomFields?(accountId: number): Promise<readonly CustomDefinition[]>;
  /** Undefined if the account has chosen none. */
  loadCountry?(accountId: number): Promise<string | undefined>;
}

const MAX_ACCOUNTS = 2_000;

interface CachedSettings {
  readonly settings: AccountSettings;
  /** ms */
  readAt: number;
}

/** Cached stages and users of accounts, at most a second old. */
export interface AccountSettingsCache {
  /** The settings of the account, at most a second old. Creates the default stages on first use. */
  load(accountId: number): Promise<AccountSettings>;
  /** The cached settings without waiting; for rendering after `load` was awaited. */
  cached(accountId: number): AccountSettings;
  /** Clears the cache of an account after a change. */
  forget(accountId: number): void;
}

/** The cache, and what creates the default stages of a new account. */
export interface SeededSettingsCache extends AccountSettingsCache {
  /** Sets what creates the missing default stages; two replicas may do so at once. Call before the start. */
  seedWith(seed: (accountId: number) => Promise<void>): void;
}

const NOBODY = new AccountSettings([], []);

/** Creates the cache: at most one read per account and second, shared by concurrent callers. */
export const createAccountSettingsCache = (
  sources: AccountSettingsSources,
  clock: Pick<Clock, 'now'>,
): SeededSettingsCache => {
  const entries = new LRUCache<number, CachedSettings>({ maxSize: MAX_ACCOUNTS, sizeCalculation: () => 1 });
  const reading = new Map<number, Promise<AccountSettings>>();
  let seed = async (_accountId: number): Promise<void> => undefined;

  const read = async (accountId: number): Promise<AccountSettings> => {
    let stages = await sources.loadStages(accountId);
    // Trash is created last and is never deleted. If it is missing, the account is new or its setup was interrupted.
    if (!stages.some(({ id }) => id === TRASH_ID)) {
      await seed(accountId);
      stages = await sources.loadStages(accountId);
    }
    const [members, moves, trash, groups, leadSettings, customFields, country] = await Promise.all([
      sources.loadMembers(accountId),
      sources.loadMoves(accountId),
      sources.countTrash(accountId),
      sources.loadGroups?.(accountId),
      sources.loadLeadSettings?.(accountId),
      sources.loadCustomFields?.(accountId),
      sources.loadCountry?.(accountId),
    ]);
    return new AccountSettings(stages, members, moves, trash > 0, {
      groups,
      ...leadSettings,
      customFields,
      ...(country && { country }),
    });
  };

  const refresh = (accountId: number): Promise<AccountSettings> => {
    const running = reading.get(accountId);
    if (running) return running;
    const readAt = clock.now();
    const fresh = read(accountId)
      .then((settings) => {
        // Invalidated during the read: the result may be older than the change.
        if (reading.get(accountId) !== fresh) return settings;
        entries.set(accountId, { settings, readAt });
        return settings;
      })
      .finally(() => {
        if (reading.get(accountId) === fresh) reading.delete(accountId);
      });
    reading.set(accountId, fresh);
    return fresh;
  };

  return {
    async load(accountId) {
      const entry = entries.get(accountId);
      if (entry && isFresh(clock, entry.readAt, SETTINGS_TTL_MS)) return entry.settings;
      return refresh(accountId);
    },
    cached: (accountId) => entries.get(accountId)?.settings ?? NOBODY,
    forget(accountId) {
      reading.delete(accountId);
      const entry = entries.get(accountId);
      // Stale: usable for `cached`, too old for `load`.
      if (entry) entry.readAt = Number.NEGATIVE_INFINITY;
    },
    seedWith: (create) => void (seed = create),
  };
};

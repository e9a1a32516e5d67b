import type { CustomDefinition } from '@porchlight/custom-fields';
import { isFresh, type Clock } from '@porchlight/runtime';

import { AccountView, type AccountSettings, type StageMove, type StageView, type TeamMember } from './account-settings';
import { TRASH_ID } from './default-stages';

/** Longest time that other replicas use cached settings after a change, ms. */
export const DIRECTORY_TTL_MS = 1_000;

/** Cached stages and users of accounts, at most a second old. */
export interface Directory {
  /** The settings of the account, at most a second old. Creates the default stages on first use. */
  of(accountId: number): Promise<AccountView>;
  /** The cached settings without waiting; for rendering after `of` was awaited. */
  known(accountId: number): AccountView;
  /** Clears the cache of an account after a change. */
  forget(accountId: number): void;
}

/** Where the directory reads. */
export interface DirectorySources {
  stagesOf(accountId: number): Promise<readonly StageView[]>;
  /** Makes the default stages that are missing; two replicas may do so at once. */
  seedStages(accountId: number): Promise<void>;
  membersOf(accountId: number): Promise<readonly TeamMember[]>;
  movesOf(accountId: number): Promise<readonly StageMove[]>;
  /** How many people are in stage Trash. */
  trashIn(accountId: number): Promise<number>;
  groupsOf?(accountId: number): Promise<AccountSettings['groups']>;
  /** Ponds and rules of lead flow. */
  leadSettingsOf?(accountId: number): Promise<Pick<AccountSettings, 'ponds' | 'leadRules'>>;
  customFieldsOf?(accountId: number): Promise<readonly CustomDefinition[]>;
}

const MAX_ACCOUNTS = 2_000;

interface Known {
  view: AccountView;
  readAt: number;
}

const NOBODY = new AccountView([], []);

/** Makes the directory: one read per account and second, shared by all who ask meanwhile. */
export const createAccountDirectory = (sources: DirectorySources, clock: Pick<Clock, 'now'>): Directory => {
  const known = new Map<number, Known>();
  const reading = new Map<number, Promise<AccountView>>();

  const read = async (accountId: number): Promise<AccountView> => {
    let stages = await sources.stagesOf(accountId);
    // Trash is made last and can never be deleted: without it the account is new, or its making was cut short.
    if (!stages.some(({ id }) => id === TRASH_ID)) {
      await sources.seedStages(accountId);
      stages = await sources.stagesOf(accountId);
    }
    const [members, moves, trash, groups, leadSettings, customFields] = await Promise.all([
      sources.membersOf(accountId),
      sources.movesOf(accountId),
      sources.trashIn(accountId),
      sources.groupsOf?.(accountId),
      sources.leadSettingsOf?.(accountId),
      sources.customFieldsOf?.(accountId),
    ]);
    return new AccountView(stages, members, moves, trash > 0, { groups, ...leadSettings, customFields });
  };

  const refresh = (accountId: number): Promise<AccountView> => {
    const running = reading.get(accountId);
    if (running) return running;
    const readAt = clock.now();
    const fresh = read(accountId)
      .then((view) => {
        // Forgotten while it was read: what it read may be from before the change.
        if (reading.get(accountId) !== fresh) return view;
        known.delete(accountId);
        known.set(accountId, { view, readAt });
        if (known.size > MAX_ACCOUNTS) known.delete(known.keys().next().value as number);
        return view;
      })
      .finally(() => {
        if (reading.get(accountId) === fresh) reading.delete(accountId);
      });
    reading.set(accountId, fresh);
    return fresh;
  };

  return {
    async of(accountId) {
      const entry = known.get(accountId);
      if (entry && isFresh(clock, entry.readAt, DIRECTORY_TTL_MS)) return entry.view;
      return refresh(accountId);
    },
    known: (accountId) => known.get(accountId)?.view ?? NOBODY,
    forget(accountId) {
      reading.delete(accountId);
      const entry = known.get(accountId);
      // Stale: usable for `known`, too old for `of`.
      if (entry) entry.readAt = Number.NEGATIVE_INFINITY;
    },
  };
};

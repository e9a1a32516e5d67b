import { seesWholeAccount } from '@porchlight/access';
import { teamInboxes as descriptor, type TeamInbox } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import { copies } from '../copies';
import { defineFeature } from '../service';
import { createTeamInboxStrategy, teamInboxColumns, type TeamInboxDocument } from './team-inboxes-strategy';

/** Shared inboxes, for other features. */
export interface TeamInboxes {
  readonly store: ResourceStore<TeamInbox, TeamInboxDocument>;
  /** Ids of the inboxes whose conversations the caller sees: those of the caller; for owner and brokers all. */
  findVisible(call: StoreCall): Promise<number[]>;
  /** Ids of the users of an inbox; none of an inbox that does not exist. Owner and brokers see it besides. */
  findMembers(call: StoreCall, id: number): Promise<readonly number[]>;
  /** Whether an inbox exists in the account of the caller. */
  exists(call: StoreCall, id: number): Promise<boolean>;
}

/** Shared inboxes of users (D12.7). */
export const teamInboxes = defineFeature({
  name: 'teamInboxes',
  needs: { copies },
  open({ store, copies: { users } }): TeamInboxes {
    const inboxes: TeamInboxes['store'] = store.resource({
      descriptor,
      columns: teamInboxColumns,
      strategy: createTeamInboxStrategy(users),
    });
    return {
      store: inboxes,
      async findVisible(call) {
        const all = await inboxes.find(call, {}, LIMITS.teamInboxes.value);
        const seen = all.filter(({ userIds }) => seesWholeAccount(call.actor) || userIds.includes(call.actor.userId));
        return seen.map(({ id }) => id);
      },
      findMembers: async (call, id) => (await inboxes.load(call, id))?.userIds ?? [],
      exists: async (call, id) => (await inboxes.load(call, id)) !== undefined,
    };
  },
});

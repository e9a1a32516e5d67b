import type { BusMessage } from '@porchlight/bus';
import { Change, Group } from '@porchlight/contracts';
import { column, defineDocument, type DocumentCollection, type DocumentOf, storeNewer } from '@porchlight/store';
import type { GroupDefaults } from './account-settings';

/** This service's copy of a group; auth owns the original. */
export const groupCopySchema = defineDocument(
  {
    _id: column.text,
    accountId: column.number,
    groupId: column.number,
    name: column.text,
    type: column.text,
    distribution: column.text,
    /** Minutes; 0 if the group has no value. */
    claimWindow: column.number,
    userIds: column.listOf(column.number),
    /** Target of a lead that is not claimed in time: the first of these that is set. */
    defaultUserId: column.optional(column.number),
    defaultGroupId: column.optional(column.number),
    defaultPondId: column.optional(column.number),
    /** Version of the original; an older one never replaces a newer one. */
    version: column.number,
    /** Deleted. The copy stays, so that an older change cannot restore it. */
    deleted: column.flag,
  },
  [{ keys: { accountId: 1 }, global: true }],
);
export type GroupCopy = DocumentOf<typeof groupCopySchema>;

/** Maximum number of groups of one account in this service. */
const MAX_GROUPS = 1_000;

/** Stores copies of auth's groups. */
export const createGroupCopies = (collection: DocumentCollection<GroupCopy>) => ({
  async loadGroups(accountId: number) {
    const copies = await collection.find({ accountId }, { limit: MAX_GROUPS });
    return copies
      .filter(({ deleted }) => !deleted)
      .map(({ groupId, name, type, distribution, claimWindow, userIds, ...rest }) => ({
        id: groupId,
        name,
        type,
        distribution,
        ...(claimWindow > 0 && { claimWindow }),
        userIds,
        ...pickDefaults(rest),
      }));
  },
  /** Applies auth's changes. Ignores repeated and older ones. Returns the accounts of the changes. */
  async apply(batch: readonly BusMessage[]) {
    const copies = batch.flatMap(parseCopies);
    await storeNewer(collection, copies);
    return new Set(copies.map(({ accountId }) => accountId));
  },
});

const parseCopies = (message: BusMessage): GroupCopy[] => {
  if (!message.type.startsWith('auth.groups.')) return [];
  const { accountId, ids, verb, record } = Change.decode(message.value);
  if (verb === 'deleted') return ids.map((id) => parseCopy(accountId, { ...NOTHING, id }, true));
  return record.length === 0 ? [] : [parseCopy(accountId, Group.decode(record), false)];
};

/** Ids are not reused: no change follows a deletion. */
const NOTHING: Omit<Group, 'id'> = { userIds: [], users: [], version: Number.MAX_SAFE_INTEGER };

const pickDefaults = (group: GroupDefaults): GroupDefaults => {
  const { defaultUserId, defaultGroupId, defaultPondId } = group;
  return {
    ...(defaultUserId && { defaultUserId }),
    ...(defaultGroupId && { defaultGroupId }),
    ...(defaultPondId && { defaultPondId }),
  };
};

const parseCopy = (accountId: number, group: Group, deleted: boolean): GroupCopy => ({
  _id: `${accountId}:${group.id}`,
  accountId,
  groupId: group.id,
  name: group.name ?? '',
  type: group.type ?? 'Agent',
  distribution: group.distribution ?? 'round-robin',
  claimWindow: group.claimWindow ?? 0,
  userIds: group.userIds,
  ...pickDefaults(group),
  version: group.version,
  deleted,
});

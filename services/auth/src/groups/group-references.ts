import type { NamingRules } from '@porchlight/backend';
import type { GroupDocument } from './group-strategy';

/** A group names where leads go that are not claimed in time: another group or a pond. */
export const groupNames: NamingRules<GroupDocument> = {
  title: ({ name }) => name,
  names: ({ id, defaultGroupId, defaultPondId }, record) =>
    record.kind === 'groups' ? id !== record.id && defaultGroupId === record.id : defaultPondId === record.id,
  /** The user who gets the people of a pond gets the leads too, unless a user or group precedes the pond anyway. */
  replace(group, _record, replacement) {
    const { defaultPondId: _pond, ...rest } = group;
    const isFirst = group.defaultUserId === undefined && group.defaultGroupId === undefined;
    return isFirst && replacement.kind === 'users' ? { ...rest, defaultUserId: replacement.id } : rest;
  },
};

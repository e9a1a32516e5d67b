import type { Group } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Draft, StoreCall, Strategy } from '@porchlight/store';
import type { GroupDocument } from '../documents';
import { demandActive, demandFitting, distinct } from '../rules/group-members';
import { checkMembers, chosen, demandFreeName, type NamedMembersRules } from './named-members';

/** Most groups of an account: all of them are read to show a user's. */
export const MOST_GROUPS = 500;
/** Minutes that a lead may be claimed, unless told. */
const CLAIM_WINDOW = 30;

export interface GroupRules extends NamedMembersRules {
  readonly countOf: (accountId: number) => Promise<number>;
}

type Wanted = Pick<GroupDocument, 'name' | 'userIds' | 'type' | 'distribution'> & { claimWindow: number | undefined };

/** Rules of groups: active users of the kind that the group takes, names once in an account (decisions section 6). */
export const createGroupStrategy = (rules: GroupRules): Strategy<Group, GroupDocument> => {
  /** What is kept. */
  const check = async (call: StoreCall, wanted: Wanted, before?: GroupDocument): Promise<Draft<GroupDocument>> => {
    const { name, type, distribution } = wanted;
    const nameKey = await demandFreeName(rules, call, 'a group', name, before);
    const userIds = distinct(wanted.userIds);
    const sameType = type === before?.type;
    await checkMembers(rules, call, userIds, before, (found, members) => {
      demandActive('users', userIds, found, members);
      demandFitting(type, sameType ? userIds.filter((id) => !members.has(id)) : userIds, found);
    }, !sameType);
    if (distribution !== 'first-to-claim') return { name, nameKey, userIds, type, distribution };
    return { name, nameKey, userIds, type, distribution, claimWindow: wanted.claimWindow ?? CLAIM_WINDOW };
  };

  /** A window is for groups whose members claim; one that is sent back as it was read does no harm. */
  const demandNoWindow = (input: Group, mask: ReadonlySet<string>, distribution: string, former?: number): void => {
    const given = mask.has('claimWindow') ? input.claimWindow : undefined;
    if (distribution !== 'first-to-claim' && given !== undefined && given !== former)
      throw refuse('INVALID_BODY', { problems: "Field 'claimWindow' is for the distribution first-to-claim only." });
  };

  return {
    async prepareForCreate(call, input, mask) {
      if ((await rules.countOf(call.actor.accountId)) >= MOST_GROUPS)
        throw refuse('CONFLICT', { message: `An account has at most ${MOST_GROUPS} groups. Delete one first.` });
      const distribution = input.distribution ?? 'round-robin';
      demandNoWindow(input, mask, distribution);
      const { name = '', userIds, type = 'Agent', claimWindow } = input;
      return check(call, { name, userIds, type, distribution, claimWindow });
    },

    async prepareForUpdate(call, before, input, mask) {
      const distribution = chosen(mask, input, before, 'distribution', '');
      demandNoWindow(input, mask, distribution, before.claimWindow);
      const { claimWindow, ...rest } = before;
      const wanted = {
        name: chosen(mask, input, before, 'name', ''),
        userIds: chosen(mask, input, before, 'userIds', []),
        type: chosen(mask, input, before, 'type', ''),
        distribution,
        claimWindow: mask.has('claimWindow') ? input.claimWindow : claimWindow,
      };
      return { ...rest, ...(await check(call, wanted, before)) };
    },

    toRecord: (document) => ({
      id: document.id,
      created: document.created,
      updated: document.updated,
      name: document.name,
      userIds: document.userIds,
      type: document.type,
      distribution: document.distribution,
      claimWindow: document.claimWindow,
      version: document.version,
    }),
  };
};

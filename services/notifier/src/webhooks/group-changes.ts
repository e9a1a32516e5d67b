import type { Change } from '@porchlight/contracts';

/** An event name of a change, grouped with others of its batch. */
export interface Member {
  /** The event id if it is not grouped. */
  readonly id: string;
  readonly name: string;
  readonly change: Change;
}

/** Members that become one event. */
export interface Group<M extends Member> {
  /** The id of its first member. */
  readonly id: string;
  readonly members: readonly M[];
  /** Ids of the records, each once. */
  readonly ids: readonly number[];
}

/** Maximum number of ids in one event (decisions section 7). */
const MAX_IDS = 100;

/** Changes of one bulk call form one event. */
export const isGrouped = ({ batchId }: Change): boolean => batchId !== '';

const formatGroupKey = ({ name, change }: Member): string =>
  JSON.stringify([change.accountId, change.batchId, name, change.suppressOwn ? change.system : null, change.dataJson]);

/** Groups members by account, batch, event and extra data, in their order, at most 100 ids per group. */
export const groupMembers = <M extends Member>(members: readonly M[]): Group<M>[] =>
  [...Map.groupBy(members, formatGroupKey).values()].flatMap((together) => {
    const groups: { id: string; members: M[]; ids: Set<number> }[] = [];
    for (const member of together) {
      let last = groups.at(-1);
      const more = last ? member.change.ids.filter((id) => !last!.ids.has(id)).length : 0;
      if (!last || last.ids.size + more > MAX_IDS) groups.push((last = { id: member.id, members: [], ids: new Set() }));
      last.members.push(member);
      for (const id of member.change.ids) last.ids.add(id);
    }
    return groups.map((group) => ({ ...group, ids: [...group.ids] }));
  });

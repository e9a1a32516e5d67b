/** The three fields of the API that say who gets a lead, with the words before their kind. */
export interface Targets {
  readonly userId?: number | null;
  readonly groupId?: number | null;
  readonly pondId?: number | null;
}

/** One value of a choice for the three fields: `user:7`; empty without a target. */
export const toTarget = ({ userId, groupId, pondId }: Targets): string => {
  if (userId) return `user:${userId}`;
  if (groupId) return `group:${groupId}`;
  return pondId ? `pond:${pondId}` : '';
};

/** The three fields for the value of a choice; the others are cleared. */
export const fromTarget = (target: string): Required<Targets> => {
  const [kind, id] = target.split(':');
  const idOf = (name: string): number | null => (kind === name ? Number(id) : null);
  return { userId: idOf('user'), groupId: idOf('group'), pondId: idOf('pond') };
};

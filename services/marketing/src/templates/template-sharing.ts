import type { Actor } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import { column, type Columns, type ListPlan, type StoreCall, type Stored } from '@porchlight/store';

/** Stored fields by which templates are shared. */
export const sharingColumns = {
  isShared: column.flag,
  /** Users who see it besides the owner: all (0), or the id of its creator. */
  audience: column.number,
} satisfies Columns;

type Sharing = Stored<typeof sharingColumns>;

/** No user's id. */
const EVERYBODY = 0;

const SEES_ALL: readonly Actor['role'][] = ['Owner', 'Operator'];

/** True if the caller may see the template. Lists have the same condition. */
export const isVisibleTemplate = (
  { actor: { role, userId } }: StoreCall,
  { audience }: Pick<Sharing, 'audience'>,
): boolean => SEES_ALL.includes(role) || audience === EVERYBODY || audience === userId;

/** The templates that the caller may see (decisions section 6): their own and shared ones; the owner all. */
export const planTemplateList = ({ actor: { role, userId } }: StoreCall): ListPlan<never> => {
  if (SEES_ALL.includes(role)) return {};
  // Lenders read shared templates and have none of their own.
  return { conditions: [{ audience: role === 'Lender' ? EVERYBODY : { $in: [EVERYBODY, userId] } }] };
};

/** Its creator, the owner, and for shared ones the broker. */
export const mayChangeTemplate = (
  { role, userId }: Actor,
  creatorId: number,
  { isShared }: Pick<Sharing, 'isShared'>,
): boolean => creatorId === userId || SEES_ALL.includes(role) || (role === 'Broker' && isShared);

/** Refuses a change of a template by others. */
export const refuseOthers = ({ actor }: StoreCall, creatorId: number, template: Pick<Sharing, 'isShared'>): void => {
  if (!mayChangeTemplate(actor, creatorId, template)) throw refuse('FORBIDDEN', { role: actor.role });
};

/** The `audience` of a template. */
export const getAudience = (isShared: boolean, creatorId: number): number => (isShared ? EVERYBODY : creatorId);

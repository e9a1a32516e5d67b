import type { Actor } from '@porchlight/access';
import type { Template } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import {
  column,
  type Columns,
  type Document,
  type ResourceStore,
  type StoreCall,
  type Stored,
  type Strategy,
} from '@porchlight/store';

/** The action plans that use a template. */
export type PlansUsing = (
  accountId: number,
  templateIds: readonly number[],
) => Promise<ReadonlyMap<number, { id: number; name: string }[]>>;

export const templateColumns = {
  createdById: column.number,
  updatedById: column.number,
  name: column.text,
  isShared: column.flag,
  /** The account's own HTML, stored unchanged. */
  body: column.text,
  subject: column.text,
  /** Users who see it besides the owner: all (0), or the id of its creator. */
  audience: column.number,
} satisfies Columns;

/** A template as stored. */
export interface TemplateDocument extends Document, Stored<typeof templateColumns> {}

/** The store of templates. */
export type Templates = ResourceStore<Template, TemplateDocument>;

/** The action plans that use the templates, by template. */
type UsedBy = Awaited<ReturnType<PlansUsing>>;

/** No user's id. */
const EVERYBODY = 0;

const SEES_ALL: readonly Actor['role'][] = ['Owner', 'Operator'];

/** True if the caller may see the template. Lists have the same condition. */
export const isVisibleTemplate = (
  { actor: { role, userId } }: StoreCall,
  { audience }: Pick<TemplateDocument, 'audience'>,
): boolean => SEES_ALL.includes(role) || audience === EVERYBODY || audience === userId;

/** Its creator, the owner, and for shared ones the broker. */
const mayChange = ({ role, userId }: Actor, { createdById, isShared }: TemplateDocument): boolean =>
  createdById === userId || SEES_ALL.includes(role) || (role === 'Broker' && isShared);

const getAudience = (isShared: boolean, createdById: number): number => (isShared ? EVERYBODY : createdById);

/** Rules of templates (decisions section 6): users see their own and shared templates, the owner all. */
export const createTemplateStrategy = (plansUsing: PlansUsing): Strategy<Template, TemplateDocument, UsedBy> => {
  const refuseOthers = ({ actor }: StoreCall, before: TemplateDocument): void => {
    if (!mayChange(actor, before)) throw refuse('FORBIDDEN', { role: actor.role });
  };

  return {
    planList: ({ actor: { role, userId } }) => {
      if (SEES_ALL.includes(role)) return {};
      // Lenders read shared templates and have none of their own.
      return { conditions: [{ audience: role === 'Lender' ? EVERYBODY : { $in: [EVERYBODY, userId] } }] };
    },
    async prepare(call, { before }, declared) {
      if (before) refuseOthers(call, before);
      const template = await declared();
      return { ...template, audience: getAudience(template.isShared, template.createdById) };
    },
    validateDelete: refuseOthers,
    loadRelated: (documents, { actor }) =>
      plansUsing(
        actor.accountId,
        documents.map(({ id }) => id),
      ),
    render(document, call, usedBy) {
      const isEditable = mayChange(call.actor, document);
      const actionPlans = usedBy.get(document.id) ?? [];
      const isDeletable = isEditable && actionPlans.length === 0;
      return { isEditable, isDeletable, isMobile: false, actionPlans };
    },
  };
};

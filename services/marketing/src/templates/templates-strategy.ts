import type { Template } from '@porchlight/contracts';
import { column, type Columns, type Document, type ResourceStore, type Stored, type Strategy } from '@porchlight/store';
import { getAudience, mayChangeTemplate, planTemplateList, refuseOthers, sharingColumns } from './template-sharing';

/** The action plans that use a template. */
export type PlansUsing = (
  accountId: number,
  templateIds: readonly number[],
) => Promise<ReadonlyMap<number, { id: number; name: string }[]>>;

export const templateColumns = {
  ...sharingColumns,
  createdById: column.number,
  updatedById: column.number,
  name: column.text,
  /** The account's own HTML, stored unchanged. */
  body: column.text,
  subject: column.text,
} satisfies Columns;

/** A template as stored. */
export interface TemplateDocument extends Document, Stored<typeof templateColumns> {}

/** The store of templates. */
export type Templates = ResourceStore<Template, TemplateDocument>;

/** The action plans that use the templates, by template. */
type UsedBy = Awaited<ReturnType<PlansUsing>>;

/** Rules of templates (decisions section 6): users see their own and shared templates, the owner all. */
export const createTemplateStrategy = (plansUsing: PlansUsing): Strategy<Template, TemplateDocument, UsedBy> => ({
  planList: planTemplateList,
  async prepare(call, { before }, declared) {
    if (before) refuseOthers(call, before.createdById, before);
    const template = await declared();
    return { ...template, audience: getAudience(template.isShared, template.createdById) };
  },
  validateDelete: (call, before) => refuseOthers(call, before.createdById, before),
  loadRelated: (documents, { actor }) =>
    plansUsing(
      actor.accountId,
      documents.map(({ id }) => id),
    ),
  render(document, call, usedBy) {
    const isEditable = mayChangeTemplate(call.actor, document.createdById, document);
    const actionPlans = usedBy.get(document.id) ?? [];
    const isDeletable = isEditable && actionPlans.length === 0;
    return { isEditable, isDeletable, isMobile: false, actionPlans };
  },
});

import type { TextMessageTemplate } from '@porchlight/contracts';
import { column, type Columns, type Document, type ResourceStore, type Stored, type Strategy } from '@porchlight/store';
import { getAudience, mayChangeTemplate, planTemplateList, refuseOthers, sharingColumns } from '../templates';

export const columns = {
  ...sharingColumns,
  createdBy: column.number,
  name: column.text,
  message: column.text,
} satisfies Columns;

/** A template of text messages as stored. */
export interface TextMessageTemplateDocument extends Document, Stored<typeof columns> {}

/** The store of templates of text messages. */
export type TextMessageTemplates = ResourceStore<TextMessageTemplate, TextMessageTemplateDocument>;

/** Rules of templates of text messages (D12.3): they are shared as templates of mails are. */
export const strategy: Strategy<TextMessageTemplate, TextMessageTemplateDocument> = {
  planList: planTemplateList,
  async prepare(call, { before }, declared) {
    if (before) refuseOthers(call, before.createdBy, before);
    const template = await declared();
    return { ...template, audience: getAudience(template.isShared, template.createdBy) };
  },
  validateDelete: (call, before) => refuseOthers(call, before.createdBy, before),
  render(document, call) {
    const isEditable = mayChangeTemplate(call.actor, document.createdBy, document);
    return { isEditable, isDeletable: isEditable };
  },
};

import { t } from '@lingui/core/macro';
import type { CallOptions, Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';

/** A template of emails or of text messages, as the pages show it. */
export interface AnyTemplate {
  readonly id: number;
  readonly name?: string | null;
  readonly subject?: string | null;
  readonly body?: string | null;
  readonly message?: string | null;
  readonly isShared?: boolean;
  readonly isEditable?: boolean;
  readonly isDeletable?: boolean;
  readonly updated?: string | null;
  readonly actionPlans?: Schemas['Template']['actionPlans'];
}

/** The values of the form: texts, because they are a draft of the tab. */
export type TemplateValues = { name: string; subject: string; text: string; isShared: string };

/** What a template becomes for a person. */
export interface MergedTemplate {
  readonly subject?: string;
  readonly text: string;
}

interface TemplateBody {
  readonly name?: string;
  readonly subject?: string;
  readonly body?: string;
  readonly message?: string;
  readonly isShared?: boolean;
}

/** The operations and words of templates of one kind. */
export interface TemplateKind {
  /** The subject of the API, by which templates are read again. */
  readonly subject: 'templates' | 'textMessageTemplates';
  readonly newTitle: string;
  readonly path: string;
  readonly isEmail: boolean;
  readonly labels: Readonly<Partial<Record<keyof TemplateBody, string>>>;
  toValues(template: AnyTemplate): TemplateValues;
  toBody(values: TemplateValues): TemplateBody;
  get(id: number): { withResponse(): PromiseLike<{ readonly data: AnyTemplate; readonly response: Response }> };
  read(id: number, options: CallOptions): PromiseLike<AnyTemplate>;
  create(body: TemplateBody): PromiseLike<AnyTemplate>;
  update(id: number, body: TemplateBody, query: undefined, options: CallOptions): PromiseLike<AnyTemplate>;
  delete(id: number): PromiseLike<unknown>;
  merge(id: number, personId: number, options: CallOptions): PromiseLike<MergedTemplate>;
}

const toValues = ({ name, subject, body, message, isShared }: AnyTemplate): TemplateValues => ({
  name: name ?? '',
  subject: subject ?? '',
  text: body ?? message ?? '',
  isShared: String(isShared ?? false),
});

const common = ({ name, isShared }: TemplateValues) => ({ name: name.trim(), isShared: isShared === 'true' });

/** Templates of emails: a subject and HTML. */
export const EMAIL_TEMPLATES: TemplateKind = {
  subject: 'templates',
  newTitle: t`New email template`,
  path: '/templates/email',
  isEmail: true,
  labels: { name: t`Name`, subject: t`Subject`, body: t`Body`, isShared: t`Shared` },
  toValues,
  toBody: (values) => ({ ...common(values), subject: values.subject, body: values.text }),
  get: (id) => porchlight.templates.get(id),
  read: (id, options) => porchlight.templates.get(id, undefined, options),
  create: (body) => porchlight.templates.create(body as Schemas['NewTemplate']),
  update: (id, body, query, options) => porchlight.templates.update(id, body, query, options),
  delete: (id) => porchlight.templates.delete(id),
  merge: async (templateId, mergePersonId, options) => {
    const { subject, body } = await porchlight.templates.merge({ templateId, mergePersonId }, undefined, options);
    return { subject: subject ?? '', text: body ?? '' };
  },
};

/** Templates of text messages: plain text. */
export const TEXT_TEMPLATES: TemplateKind = {
  subject: 'textMessageTemplates',
  newTitle: t`New text template`,
  path: '/templates/text',
  isEmail: false,
  labels: { name: t`Name`, message: t`Message`, isShared: t`Shared` },
  toValues,
  toBody: (values) => ({ ...common(values), message: values.text }),
  get: (id) => porchlight.textMessageTemplates.get(id),
  read: (id, options) => porchlight.textMessageTemplates.get(id, undefined, options),
  create: (body) => porchlight.textMessageTemplates.create(body as Schemas['NewTextMessageTemplate']),
  update: (id, body, query, options) => porchlight.textMessageTemplates.update(id, body, query, options),
  delete: (id) => porchlight.textMessageTemplates.delete(id),
  merge: async (templateId, personId, options) => {
    const merged = await porchlight.textMessageTemplates.merge({ templateId, personId }, undefined, options);
    return { text: merged.mergedTemplate };
  },
};

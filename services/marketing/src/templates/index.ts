import { templates as descriptor, TemplateServiceDefinition, NOT_LENDERS, type Template } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, type StoreCall } from '@porchlight/store';
import { findInquiryStreet, type CopyPorts } from '../copies';
import type { Service } from '../service';
import { createTemplateStrategy, isVisibleTemplate, type PlansUsing, templateColumns } from './templates-strategy';
import { canSeeViewers, mayPerform } from '@porchlight/access';
import { isExisting } from '@porchlight/backend';
import { refuse } from '@porchlight/errors';
import { mergeBody, mergedLength, mergeSubject } from './merge-tokens';
import { createMergeValues } from './merge-values';

export { htmlToText } from './html-to-text';
export { escapeHtml, hasUnsubscribeLink, mergeBody, mergedLength, mergeSubject } from './merge-tokens';
export { createMergeValues, withPlainNames } from './merge-values';
export type { PlansUsing, TemplateDocument } from './templates-strategy';

/** Longest merged body, characters; fits into a response in any encoding. */
export const MAX_MERGED = 2 * 1024 * 1024;

/**
 * A template with its tokens replaced for a person and the calling user (specification: Merge fields; decisions section
 * 6). Throws NOT_FOUND for a template or person that the caller may not see.
 */
const mergeTemplate =
  ({
    templates,
    people,
    users,
    inquiries,
    copyWaits,
    sampleLink,
  }: Templates & CopyPorts & { readonly sampleLink: string }) =>
  async (templateId: number, personId: number, call: StoreCall) => {
    const { actor, signal } = call;
    if (!mayPerform(actor.role, NOT_LENDERS)) throw refuse('FORBIDDEN', { role: actor.role });
    const { accountId, userId } = actor;
    const [record, [person], street, agent] = await Promise.all([
      templates.get(call, templateId),
      copyWaits.until(
        accountId,
        () => people.withDeleted(accountId, [personId]),
        (found) => found.length > 0,
        { signal },
      ),
      findInquiryStreet({ inquiries }, accountId, personId),
      copyWaits.until(
        accountId,
        () => users.byId(accountId, userId),
        (found) => found !== undefined,
        { signal },
      ),
    ]);
    if (!isExisting(person) || !canSeeViewers(actor, person.viewers)) throw refuse('NOT_FOUND', { what: 'person' });
    // A link that is shown opts no address out.
    const values = createMergeValues(person, street, agent, sampleLink);
    if (mergedLength(record.body ?? '', values) > MAX_MERGED)
      throw refuse('INVALID_BODY', {
        problems: `The merged body would be longer than ${MAX_MERGED} characters. Use fewer merge tokens in the template.`,
      });
    return {
      ...record,
      subject: mergeSubject(record.subject ?? '', values),
      body: mergeBody(record.body ?? '', values),
    };
  };

/** A template whose tokens stay, for a preview without a person. */
const showTemplate = (templates: Templates['templates'], templateId: number, call: StoreCall): Promise<Template> => {
  const { role } = call.actor;
  if (!mayPerform(role, NOT_LENDERS)) throw refuse('FORBIDDEN', { role });
  return templates.get(call, templateId);
};

/** Opens the templates of emails. */
export const openTemplates = ({ store }: Pick<Service, 'store'>, plansUsing: PlansUsing) => ({
  templates: store.resource({
    descriptor,
    columns: templateColumns,
    strategy: createTemplateStrategy(plansUsing),
    isVisible: isVisibleTemplate,
    indexes: [{ keys: { audience: 1, id: 1 } }],
  }),
});

/** The store of templates. */
export type Templates = ReturnType<typeof openTemplates>;

/** Serves templates, also merged for a person; `sampleLink` takes the place of an unsubscribe link. */
export const registerTemplates = (
  { rpc }: Pick<Service, 'rpc'>,
  { templates }: Templates,
  copies: CopyPorts,
  sampleLink: string,
): void => {
  const handlers: Handlers<typeof TemplateServiceDefinition> = createResourceHandlers(descriptor, templates);
  const merge = mergeTemplate({ ...copies, templates, sampleLink });
  rpc.add(TemplateServiceDefinition, {
    ...handlers,
    getTemplate: async (request, call) => {
      const { mergePersonId } = request.options;
      if (mergePersonId === undefined) return handlers.getTemplate(request, call);
      return { record: await merge(request.id, Number(mergePersonId), call) };
    },
    mergeTemplate: async ({ templateId, mergePersonId }, call) => ({
      record:
        mergePersonId === 0
          ? await showTemplate(templates, templateId, call)
          : await merge(templateId, mergePersonId, call),
    }),
  });
};

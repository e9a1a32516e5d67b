import { templates as descriptor, TemplateServiceDefinition } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers } from '@porchlight/store';
import type { Copies } from '../copies';
import type { Service } from '../service';
import { mergeTemplate } from './merge-template';
import { createTemplateStrategy, isVisibleTemplate, type PlansUsing, templateColumns } from './templates-strategy';

export { htmlToText } from './html-to-text';
export { MAX_MERGED } from './merge-template';
export { mergeBody, mergedLength, mergeSubject } from './merge-tokens';
export { createMergeValues } from './merge-values';
export type { PlansUsing, TemplateDocument } from './templates-strategy';

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

/** Serves templates, also merged for a person. */
export const registerTemplates = ({ rpc }: Pick<Service, 'rpc'>, { templates }: Templates, copies: Copies): void => {
  const handlers: Handlers<typeof TemplateServiceDefinition> = createResourceHandlers(descriptor, templates);
  const merge = mergeTemplate({ ...copies, templates });
  rpc.add(TemplateServiceDefinition, {
    ...handlers,
    getTemplate: async (request, call) => {
      const { mergePersonId } = request.options;
      if (mergePersonId === undefined) return handlers.getTemplate(request, call);
      return { record: await merge(request.id, Number(mergePersonId), call) };
    },
    mergeTemplate: async ({ templateId, mergePersonId }, call) => ({
      record: await merge(templateId, mergePersonId, call),
    }),
  });
};

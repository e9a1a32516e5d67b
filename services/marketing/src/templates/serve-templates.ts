import { templates as descriptor, TemplateServiceDefinition } from '@porchlight/contracts';
import type { Handlers, RpcServer } from '@porchlight/rpc';
import { createResourceHandlers, type ResourceStore } from '@porchlight/store';
import type { Template } from '@porchlight/contracts';
import type { TemplateDocument } from './templates-strategy';
import { mergeTemplate, type MergePorts } from './merge-template';

export interface ServeTemplatesPorts extends Omit<MergePorts, 'templates'> {
  readonly templates: ResourceStore<Template, TemplateDocument>;
}

/** Serves templates, also merged for a person. */
export const serveTemplates = (rpc: RpcServer, ports: ServeTemplatesPorts): void => {
  const handlers = createResourceHandlers<Template, TemplateDocument, Handlers<typeof TemplateServiceDefinition>>(
    descriptor,
    ports.templates,
  );
  const merge = mergeTemplate(ports);
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

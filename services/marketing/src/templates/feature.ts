import { methods } from '@porchlight/backend';
import { templates as descriptor, TemplateServiceDefinition } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers } from '@porchlight/store';
import { copies } from '../copies';
import { planDirectory } from '../plan-directory';
import { defineFeature } from '../service';
import { suppressions } from '../suppressions';
import { mergeTemplate, showTemplate } from './merge-template';
import { sendTestMail } from './send-test-mail';
import { isVisibleTemplate } from './template-sharing';
import { createTemplateStrategy, templateColumns, type Templates } from './templates-strategy';

/** Templates of emails, also merged for a person. */
export const templates = defineFeature({
  name: 'templates',
  needs: { copies, planDirectory, suppressions },
  open: ({ store, planDirectory: { using } }): Templates =>
    store.resource({
      descriptor,
      columns: templateColumns,
      strategy: createTemplateStrategy(using),
      isVisible: isVisibleTemplate,
      indexes: [{ keys: { audience: 1, id: 1 } }],
    }),
  serve(opened, { ids, clock, ...parts }) {
    const handlers: Handlers<typeof TemplateServiceDefinition> = createResourceHandlers(descriptor, opened);
    const sampleLink = parts.suppressions.links.sample;
    const merge = mergeTemplate({ templates: opened, copies: parts.copies, sampleLink });
    const sendTest = sendTestMail({
      ...{ templates: opened, users: parts.copies.users, merge, clock },
      contactMailer: parts.suppressions.contactMailer,
      eventId: () => ids.eventId(),
    });
    return {
      methods: [
        methods(TemplateServiceDefinition, {
          ...handlers,
          getTemplate: async (request, call) => {
            const { mergePersonId } = request.options;
            if (mergePersonId === undefined) return handlers.getTemplate(request, call);
            return { record: await merge(request.id, Number(mergePersonId), call) };
          },
          sendTestMail: sendTest,
          mergeTemplate: async ({ templateId, mergePersonId }, call) => ({
            record:
              mergePersonId === 0
                ? await showTemplate(opened, templateId, call)
                : await merge(templateId, mergePersonId, call),
          }),
        }),
      ],
    };
  },
});

import { methods } from '@porchlight/backend';
import { textMessageTemplates as descriptor, TextMessageTemplateServiceDefinition } from '@porchlight/contracts';
import { createResourceHandlers } from '@porchlight/store';
import { copies } from '../copies';
import { defineFeature } from '../service';
import { suppressions } from '../suppressions';
import { isVisibleTemplate } from '../templates';
import { createTextMerge } from './merge-text';
import { columns, strategy, type TextMessageTemplates } from './text-message-templates-strategy';

/** Templates of text messages, also merged for a person or for recipients. */
export const textMessageTemplates = defineFeature({
  name: 'textMessageTemplates',
  needs: { copies, suppressions },
  open: ({ store }): TextMessageTemplates =>
    store.resource({
      descriptor,
      columns,
      strategy,
      isVisible: isVisibleTemplate,
      indexes: [{ keys: { audience: 1, id: 1 } }],
    }),
  serve(opened, { copies, suppressions }) {
    const merge = createTextMerge({ templates: opened, copies, sampleLink: suppressions.links.sample });
    return {
      methods: [
        methods(TextMessageTemplateServiceDefinition, {
          ...createResourceHandlers(descriptor, opened),
          mergeTextMessageTemplate: async (request, call) => ({ mergedTemplate: await merge(request, call) }),
        }),
      ],
    };
  },
});

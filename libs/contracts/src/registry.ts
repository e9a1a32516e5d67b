import type { Action, Descriptor } from '@porchlight/resource';
import { actions, resources } from './generated-registry';
import { listWebhookEvents } from './notifier/webhook-events';
import { withWebhookEvents } from './notifier/webhooks.resource';

/** Every resource of this repository with operations. Suites over all resources use this list. */
export const allResources: readonly Descriptor[] = resources.filter(({ verbs }) => verbs.length > 0);

/** Every operation besides the five verbs. */
export const allActions: readonly Action[] = actions;

/** The resources, actions and webhook events that a process serves; it does not change while the process runs. */
export interface Registry {
  readonly resources: readonly Descriptor[];
  readonly actions: readonly Action[];
  /** Names that a webhook can be registered for. */
  readonly webhookEvents: readonly string[];
}

/** Creates the registry: the resources of this repository, then further ones. */
export const createRegistry = (further: readonly Descriptor[] = []): Registry => {
  const webhookEvents = listWebhookEvents(further);
  return {
    // The descriptor of webhooks lists the event names of all resources.
    resources: [
      ...allResources.map((one) => (one.resource === 'webhooks' ? withWebhookEvents(webhookEvents) : one)),
      ...further,
    ],
    actions: allActions,
    webhookEvents,
  };
};

import type { Webhook } from '@porchlight/contracts';
import type { AccountLock, ResourceStore } from '@porchlight/store';
import type { EndpointDirectory } from '../deliveries';
import type { DisableOfGrant } from '../granted-records';
import type { WebhookChecks } from './check-webhook';
import type { WebhookDocument } from './webhook-document';

/** What the operations on webhooks work with. */
export interface Webhooks {
  readonly webhooks: ResourceStore<Webhook, WebhookDocument>;
  /** Cached webhooks by account. */
  readonly directory: EndpointDirectory;
  readonly checks: WebhookChecks;
  /** Creates and updates of one account run one after another. */
  readonly lock: AccountLock;
  readonly disableOfGrant: DisableOfGrant;
}

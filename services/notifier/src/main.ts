import { defineService } from '@porchlight/backend';
import { audit } from './audit';
import { configSchema } from './config';
import { copies } from './copies';
import { deliveries } from './deliveries';
import { egress } from './egress';
import { grants } from './grants';
import { inbox } from './inbox';
import { journey } from './journey';
import { migrations } from './migrations/notifier-migrations';
import { notifications } from './notifications';
import { payloads } from './payloads';
import { retention } from './retention';
import { listConsumers } from './service';
import { stream } from './stream';
import { teamInboxes } from './team-inboxes';
import { webhooks } from './webhooks';

/** The notifier service. */
export const notifier = defineService('notifier', {
  config: configSchema,
  address: (config) => config.NOTIFIER_RPC_ADDRESS,
  owners: (config) => ({ auth: config.AUTH_RPC_ADDRESS, people: config.PEOPLE_RPC_ADDRESS }),
  consumers: listConsumers,
  migrations,
  features: [
    egress,
    copies,
    payloads,
    deliveries,
    audit,
    webhooks,
    stream,
    notifications,
    teamInboxes,
    inbox,
    grants,
    journey,
    retention,
  ],
});

if (require.main === module) void notifier.run();

import { leadAddresses } from './lead-addresses';
import { defineService } from '@porchlight/backend';
import { actionPlans } from './action-plans';
import { automations } from './automations';
import { campaigns } from './campaigns';
import { configSchema } from './config';
import { copies } from './copies';
import { emailEvents } from './email-events';
import { emailRecords } from './email-records';
import { inboundMail } from './inbound-mail';
import { invitations } from './invitations';
import { mail } from './mail';
import { mailAddresses } from './mail-addresses';
import { migrations } from './migrations/marketing-migrations';
import { planDirectory } from './plan-directory';
import { senderDomains } from './sender-domains';
import { CONSUMERS } from './service';
import { suppressions } from './suppressions';
import { templates } from './templates';
import { textMessageTemplates } from './text-message-templates';

/** The marketing service. */
export const marketing = defineService('marketing', {
  config: configSchema,
  address: (config) => config.MARKETING_RPC_ADDRESS,
  owners: (config) => ({
    people: config.PEOPLE_RPC_ADDRESS,
    auth: config.AUTH_RPC_ADDRESS,
    deals: config.DEALS_RPC_ADDRESS,
  }),
  consumers: CONSUMERS,
  migrations,
  features: [
    copies,
    leadAddresses,
    mail,
    planDirectory,
    senderDomains,
    mailAddresses,
    suppressions,
    templates,
    textMessageTemplates,
    campaigns,
    emailEvents,
    emailRecords,
    actionPlans,
    automations,
    invitations,
    inboundMail,
  ],
});

if (require.main === module) void marketing.run();

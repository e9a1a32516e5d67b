import { methods } from '@porchlight/backend';
import { SenderDomainServiceDefinition } from '@porchlight/contracts';
import { defineFeature } from '../service';
import { senderDomainReminder } from './remind-owners';
import { createResolveTxt } from './resolve-txt';
import { senderDomainSchema } from './sender-domain-document';
import { createSenderDomains } from './sender-domains';

/** Senders of mails to contacts and the reminders of their owners (N5). */
export const senderDomains = defineFeature({
  name: 'senderDomains',
  open: ({ store, config, clock, openJobs }) => ({
    senders: createSenderDomains({
      senderDomains: store.collection('senderDomains', senderDomainSchema),
      resolveTxt: createResolveTxt(config.SENDER_DNS_SERVERS),
      key: config.CONSENT_KEY_FILE,
      clock,
      isRequired: config.REQUIRE_SENDER_DOMAIN,
    }),
    reminders: openJobs(senderDomainReminder),
  }),
  serve: ({ senders, reminders }, { config, publishFact }) => ({
    methods: [
      methods(SenderDomainServiceDefinition, {
        readSenderDomain: async (_request, { actor }) => ({ record: await senders.read(actor.accountId) }),
        setSenderDomain: async ({ address, ifVersion }, { actor }) => ({
          record: await senders.set(actor.accountId, address, ifVersion),
        }),
        verifySenderDomain: async (_request, { actor }) => ({ record: await senders.verify(actor.accountId) }),
        removeSenderDomain: async ({ ifVersion }, { actor }) => {
          await senders.remove(actor.accountId, ifVersion);
          return {};
        },
      }),
    ],
    jobs: [reminders.run({ senders, isRequired: config.REQUIRE_SENDER_DOMAIN, publishFact })],
  }),
});

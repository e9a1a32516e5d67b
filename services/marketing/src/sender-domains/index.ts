import { SenderDomainServiceDefinition } from '@porchlight/contracts';
import type { Service } from '../service';
import { senderDomainReminder } from './remind-owners';
import { createResolveTxt } from './resolve-txt';
import { senderDomainSchema } from './sender-domain-document';
import { createSenderDomains } from './sender-domains';

export { markFormerSenders } from './remind-owners';
export type { ResolveTxt } from './resolve-txt';
export type { SenderChoice, SenderDomains } from './sender-domains';

/** Opens the senders of mails to contacts. */
export const openSenderDomains = ({
  store,
  config,
  clock,
  openJobs,
}: Pick<Service, 'store' | 'config' | 'clock' | 'openJobs'>) => ({
  senders: createSenderDomains({
    senderDomains: store.collection('senderDomains', senderDomainSchema),
    resolveTxt: createResolveTxt(config.SENDER_DNS_SERVERS),
    key: config.CONSENT_KEY_FILE,
    clock,
    isRequired: config.REQUIRE_SENDER_DOMAIN,
  }),
  reminders: openJobs(senderDomainReminder),
});

/** Senders of mails to contacts and the reminders of their owners. */
export type OpenedSenderDomains = ReturnType<typeof openSenderDomains>;

/** Serves the sender of an account; reminds owners. */
export const registerSenderDomains = (
  { rpc, config, addWorker, publishFact }: Service,
  { senders, reminders }: OpenedSenderDomains,
): void => {
  rpc.add(SenderDomainServiceDefinition, {
    readSenderDomain: async (_request, { actor }) => ({ record: await senders.read(actor.accountId) }),
    setSenderDomain: async ({ address }, { actor }) => ({ record: await senders.set(actor.accountId, address) }),
    verifySenderDomain: async (_request, { actor }) => ({ record: await senders.verify(actor.accountId) }),
    removeSenderDomain: async (_request, { actor }) => {
      await senders.remove(actor.accountId);
      return {};
    },
  });
  addWorker('senderDomainReminders', () =>
    reminders.createWorker({ senders, isRequired: config.REQUIRE_SENDER_DOMAIN, publishFact }),
  );
};

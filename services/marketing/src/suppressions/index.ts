import { createAddressHash, openMailQuota } from '@porchlight/backend';
import {
  Suppression,
  suppressions as descriptor,
  SuppressionServiceDefinition,
  UnsubscribeServiceDefinition,
} from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, type ResourceStore } from '@porchlight/store';
import type { CopyPorts } from '../copies';
import type { OpenedSenderDomains } from '../sender-domains';
import type { Service } from '../service';
import { createAccountProfiles } from './account-profiles';
import { createContactMailer } from './contact-mailer';
import { createSuppression } from './create-suppression';
import { followConsent } from './follow-consent';
import { formerOptOutJob, formerOptOutSchema } from './former-opt-outs';
import { describeLink, optOutByLink } from './opt-out-by-link';
import { createOptIns, optInSchema } from './opt-ins';
import { createSuppressedAddresses } from './suppressed-addresses';
import {
  createSuppressionStrategy,
  SUPPRESSION_INDEXES,
  suppressionColumns,
  type SuppressionDocument,
} from './suppressions-strategy';
import { createUnsubscribeLinks } from './unsubscribe-links';

export { followFormerOptOuts, parseFormerOptOut, type FormerOptOut } from './former-opt-outs';
export { explainSuppression, type ContactMailer, type WaitingMail } from './contact-mailer';
export { suppressRecipients } from './suppress-recipients';
export type { SuppressedAddresses, SuppressionRequest } from './suppressed-addresses';
export type { SuppressionDocument } from './suppressions-strategy';
export { createUnsubscribeLinks } from './unsubscribe-links';

/** Opens the suppressed addresses, and the mailer that obeys them. */
export const openSuppressions = (
  service: Pick<Service, 'store' | 'openJobs' | 'config' | 'clock' | 'ids' | 'mailer' | 'loadAccount'> &
    Pick<OpenedSenderDomains, 'senders'>,
) => {
  const { store, config, clock, ids, mailer, loadAccount } = service;
  const hashAddress = createAddressHash(config.CONSENT_KEY_FILE);
  const suppressions: ResourceStore<Suppression, SuppressionDocument> = store.resource({
    descriptor,
    columns: suppressionColumns,
    strategy: createSuppressionStrategy(hashAddress),
    indexes: SUPPRESSION_INDEXES,
    // People stores a copy, and marks the emails of the people with the address.
    encodeRecord: (record: Suppression) => Suppression.encode(record).finish(),
  });
  const optIns = createOptIns(store.collection('optIns', optInSchema));
  const suppressed = createSuppressedAddresses({ suppressions, optIns, hashAddress, ids, clock });
  const profiles = createAccountProfiles(loadAccount, clock);
  const links = createUnsubscribeLinks(config.CONSENT_KEY_FILE, config.PUBLIC_BASE_URL, clock);
  return {
    suppressions,
    hashAddress,
    optIns,
    suppressed,
    profiles,
    links,
    formerOptOuts: store.collection('unsubscribes', formerOptOutSchema),
    formerOptOutJobs: service.openJobs(formerOptOutJob),
    contactMailer: createContactMailer({
      mailer,
      suppressed,
      profiles,
      links,
      senders: service.senders,
      quota: openMailQuota('planMails', { store, clock, loadAccount }),
    }),
  };
};

/** Suppressed addresses and the mailer that obeys them. */
export type Suppressions = ReturnType<typeof openSuppressions>;

/** Serves suppressions and unsubscribe links; follows opt-outs and erasures of people. */
export const registerSuppressions = (
  service: Service,
  opened: Suppressions,
  { people, copyWaits }: CopyPorts,
): void => {
  const { rpc, clock } = service;
  const { suppressions, optIns } = opened;
  const ports = { ...opened, people, copyWaits };
  const handlers: Handlers<typeof SuppressionServiceDefinition> = createResourceHandlers(descriptor, suppressions);
  rpc.add(SuppressionServiceDefinition, {
    ...handlers,
    createSuppression: createSuppression(ports),
    deleteSuppression: async (request, call) => {
      const known = await suppressions.load(call, request.id);
      // Recorded first: an older opt-out that is repeated after the deletion does not suppress the address again.
      if (known) await optIns.record(call.actor.accountId, known.addressHash, clock.date());
      return handlers.deleteSuppression(request, call);
    },
  });
  rpc.add(
    UnsubscribeServiceDefinition,
    { describeUnsubscribeLink: describeLink(opened), optOut: optOutByLink(opened) },
    { roles: ['Operator'] },
  );
  service.addHandler('marketing.copies', followConsent(ports));
  service.addWorker('formerOptOuts', () => opened.formerOptOutJobs.createWorker(ports));
};

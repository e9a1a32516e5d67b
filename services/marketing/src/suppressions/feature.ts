import { createAddressHash, methods, openMailQuota, type AddressHash } from '@porchlight/backend';
import {
  type Suppression,
  suppressions as descriptor,
  SuppressionServiceDefinition,
  UnsubscribeServiceDefinition,
} from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, systemCall, type ResourceStore } from '@porchlight/store';
import { copies } from '../copies';
import { mail } from '../mail';
import { mailAddresses } from '../mail-addresses';
import { senderDomains } from '../sender-domains';
import { defineFeature } from '../service';
import { createAccountProfiles, type AccountProfiles } from './account-profiles';
import { createContactMailer, type ContactMailer } from './contact-mailer';
import { createSuppression } from './create-suppression';
import { followConsent } from './follow-consent';
import { formerOptOutJob, formerOptOutSchema } from './former-opt-outs';
import { migrateOptOuts } from './migrate-opt-outs';
import { describeLink, optOutByLink } from './opt-out-by-link';
import { createOptIns, optInSchema, type OptIns } from './opt-ins';
import { createSuppressedAddresses, type SuppressedAddresses } from './suppressed-addresses';
import {
  createSuppressionStrategy,
  SUPPRESSION_INDEXES,
  suppressionColumns,
  type SuppressionDocument,
} from './suppressions-strategy';
import { createUnsubscribeLinks, type UnsubscribeLinks } from './unsubscribe-links';

/** Suppressed addresses and the mailer that obeys them. */
export interface Suppressions {
  readonly suppressions: ResourceStore<Suppression, SuppressionDocument>;
  readonly suppressed: SuppressedAddresses;
  readonly optIns: OptIns;
  readonly hashAddress: AddressHash;
  readonly profiles: AccountProfiles;
  readonly links: UnsubscribeLinks;
  readonly contactMailer: ContactMailer;
}

/** Suppressed addresses, unsubscribe links and the mailer for contacts (D13.4). */
export const suppressions = defineFeature({
  name: 'suppressions',
  needs: { copies, mail, mailAddresses, senderDomains },
  open(parts): Suppressions {
    const { store, config, clock, ids, loadAccount } = parts;
    const hashAddress = createAddressHash(config.CONSENT_KEY_FILE);
    const resource: Suppressions['suppressions'] = store.resource({
      descriptor,
      columns: suppressionColumns,
      strategy: createSuppressionStrategy(hashAddress),
      indexes: SUPPRESSION_INDEXES,
    });
    const optIns = createOptIns(store.collection('optIns', optInSchema));
    const suppressed = createSuppressedAddresses({ suppressions: resource, optIns, hashAddress, ids, clock });
    const profiles = createAccountProfiles(loadAccount, clock);
    const links = createUnsubscribeLinks(config.CONSENT_KEY_FILE, config.PUBLIC_BASE_URL, clock);
    const contactMailer = createContactMailer({
      mailer: parts.mail,
      suppressed,
      profiles,
      links,
      senders: parts.senderDomains.senders,
      addresses: parts.mailAddresses.signed,
      defaultFrom: config.MAIL_FROM,
      quota: openMailQuota('planMails', { store, clock, loadAccount }),
    });
    return { suppressions: resource, suppressed, optIns, hashAddress, profiles, links, contactMailer };
  },
  serve(opened, { store, clock, openJobs, copies: { people, copyWaits } }) {
    const { optIns, suppressed } = opened;
    const handlers: Handlers<typeof SuppressionServiceDefinition> = createResourceHandlers(
      descriptor,
      opened.suppressions,
    );
    const formerOptOuts = store.collection('unsubscribes', formerOptOutSchema);
    return {
      methods: [
        methods(SuppressionServiceDefinition, {
          ...handlers,
          createSuppression: createSuppression({ ...opened, people, copyWaits }),
          deleteSuppression: async (request, call) => {
            const suppression = await opened.suppressions.load(call, request.id);
            // Recorded first: an older opt-out that is repeated after the deletion does not suppress the address again.
            if (suppression) await optIns.record(call.actor.accountId, suppression.addressHash, clock.date());
            return handlers.deleteSuppression(request, call);
          },
        }),
        methods(
          UnsubscribeServiceDefinition,
          { describeUnsubscribeLink: describeLink(opened), optOut: optOutByLink(opened) },
          { roles: ['Operator'] },
        ),
      ],
      on: { 'marketing.copies': followConsent({ ...opened, people }) },
      jobs: [openJobs(formerOptOutJob).run({ formerOptOuts, people, suppressed })],
      migrations: migrateOptOuts((accountId, requests, signal) =>
        suppressed.suppress(systemCall(accountId, signal), requests),
      ),
    };
  },
});

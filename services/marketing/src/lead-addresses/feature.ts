import { missingScopes } from '@porchlight/access';
import { defineNamingRecords, methods, ofSystem } from '@porchlight/backend';
import { leadAddresses as descriptor, LeadAddressServiceDefinition, type LeadAddress } from '@porchlight/contracts';
import { refuse, unlessGone } from '@porchlight/errors';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, systemCall, type ResourceStore } from '@porchlight/store';
import { copies } from '../copies';
import { defineFeature } from '../service';
import { LEAD_ADDRESS_INDEXES, leadAddressColumns, type LeadAddressDocument } from './lead-address-document';
import { createLeadToken, findLeadAddress } from './lead-tokens';
import { findLeadActor, receiveAdf, type AdfParts } from './receive-adf';

/** Receives the XML of a mail; returns the number of its leads. */
export type ReceiveLeads = (xml: string, digest: string, signal: AbortSignal) => Promise<number>;

/** Addresses for leads by mail. */
export interface LeadAddresses {
  readonly addresses: ResourceStore<LeadAddress, LeadAddressDocument>;
  /** What receives the leads of an address; undefined if it does not exist, or its user is not active. */
  readonly find: (address: string) => Promise<ReceiveLeads | undefined>;
}

/** Addresses to which lead sellers mail leads as ADF/XML (D12.7). */
export const leadAddresses = defineFeature({
  name: 'leadAddresses',
  needs: { copies },
  open({ store, config, clock, connect, sendLead, copies: { users } }): LeadAddresses {
    const addresses: LeadAddresses['addresses'] = store.resource({
      descriptor,
      columns: leadAddressColumns,
      indexes: LEAD_ADDRESS_INDEXES,
    });
    const collection = store.collection<LeadAddressDocument>(descriptor.resource);
    const parts: AdfParts = { users, connect, ...(sendLead && { sendLead }) };
    return {
      addresses,
      async find(text) {
        const domain = config.INBOUND_MAIL_DOMAIN;
        const address = domain === undefined ? undefined : await findLeadAddress(collection, text, domain);
        const actor = address && (await findLeadActor(parts, address));
        if (!address || !actor) return undefined;
        return async (xml, digest, signal) => {
          const count = await receiveAdf(parts, actor, { xml, digest, address }, signal);
          const used = (before: LeadAddressDocument): LeadAddressDocument => ({ ...before, lastUsed: clock.date() });
          await unlessGone(addresses.modify(systemCall(address.accountId, signal), address.id, used, { silent: true }));
          return count;
        };
      },
    };
  },
  serve({ addresses }, { config, ids }) {
    const handlers: Handlers<typeof LeadAddressServiceDefinition> = createResourceHandlers(descriptor, addresses);
    return {
      names: [
        defineNamingRecords(
          addresses,
          ofSystem(({ name }) => name),
        ),
      ],
      methods: [
        methods(LeadAddressServiceDefinition, {
          ...handlers,
          // The hash of the token is stored after the record. A repeated request gets a new token; only the last works.
          createLeadAddress: async (request, call) => {
            // Its leads have no scopes, so its creator must be allowed to send leads.
            const missing = missingScopes(call.actor.scopes, 'people.events.create', 'POST');
            if (missing) throw refuse('INSUFFICIENT_SCOPE', { ...missing });
            const response = await handlers.createLeadAddress(request, call);
            const { localPart, tokenHash } = createLeadToken(ids);
            const withToken = (before: LeadAddressDocument): LeadAddressDocument => ({ ...before, tokenHash });
            const stored = await addresses.modify(call, response.record?.id ?? 0, withToken, { silent: true });
            const record = await addresses.render(stored, call);
            const domain = config.INBOUND_MAIL_DOMAIN;
            return {
              ...response,
              record: { ...record, ...(domain !== undefined && { address: `${localPart}@${domain}` }) },
            };
          },
        }),
      ],
    };
  },
});

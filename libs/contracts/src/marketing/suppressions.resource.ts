import { defineResource, int, oneOf, readOnly, setOnce, str, time } from '@porchlight/resource';
import {
  SuppressionServiceDefinition,
  type Suppression,
} from '../generated/porchlight/marketing/v1/suppression_service';
import { ADMINS, NOT_LENDERS } from '../roles';

/** Why an address gets no mail, the strongest reason first: an address has one. */
export const SUPPRESSION_REASONS = ['unsubscribed', 'complained', 'bounced', 'dropped'] as const;
const SUPPRESSION_REASONS_MEANINGS = {
  unsubscribed: 'The person opted out.',
  complained: 'The person reported spam.',
  bounced: 'The mailbox does not exist or refuses mail.',
  dropped: 'The mail service refuses to send to the address.',
} as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** What suppressed the address. */
export const SUPPRESSION_SOURCES = ['event', 'emEvent', 'link', 'manual', 'import'] as const;
const SUPPRESSION_SOURCES_MEANINGS = {
  event: 'A lead said so.',
  emEvent: 'A mail service reported it.',
  link: 'The person used the link in a mail.',
  manual: 'A user or system entered it.',
  import: 'It was imported.',
} as const;
export type SuppressionSource = (typeof SUPPRESSION_SOURCES)[number];

/** Addresses of the account that get no mail (decisions D13.4). */
export const suppressions = defineResource<Suppression>(SuppressionServiceDefinition, {
  description: 'Suppressed addresses: they get no mail until the suppression is deleted.',
  roles: { read: ADMINS, create: NOT_LENDERS, delete: ADMINS },
  describe: {
    address: 'Email address that gets no mail. Null after an erasure.',
    reason: 'Why the address gets no mail.',
    source: 'How the suppression was recorded.',
  },
  fields: {
    updated: readOnly(time(), { visible: false }),
    address: setOnce(str({ min: 3, max: 320 }), { required: true, nullable: false }),
    reason: setOnce(oneOf(SUPPRESSION_REASONS, { describe: SUPPRESSION_REASONS_MEANINGS }), { nullable: false }),
    source: setOnce(oneOf(SUPPRESSION_SOURCES, { describe: SUPPRESSION_SOURCES_MEANINGS }), { nullable: false }),
    createdById: readOnly(int()),
    systemName: readOnly(str()),
    addressHash: readOnly(str(), { visible: false }),
  },
  filters: {
    // Compared by the hash, so that it also finds a suppression whose address was erased.
    address: { describe: 'Only the suppression of this address.', type: 'string', match: 'rule' },
    reason: { type: 'string', match: 'equals', many: true, among: SUPPRESSION_REASONS },
  },
  sorts: { id: { column: 'id' }, created: { column: 'created' } },
  webhooks: { created: 'suppressionsCreated', deleted: 'suppressionsDeleted' },
  example: { address: 'ann@example.com', reason: 'unsubscribed' },
});

import { LIMITS } from '@porchlight/limits';
import { defineResource, int, readOnly, required, str, time } from '@porchlight/resource';
import {
  LeadAddressServiceDefinition,
  type LeadAddress,
} from '../generated/porchlight/marketing/v1/lead_address_service';
import { ADMINS } from '../roles';

/** Addresses to which lead sellers mail leads as ADF/XML, each for one system (D12.7). */
export const leadAddresses = defineResource<LeadAddress>(LeadAddressServiceDefinition, {
  nouns: 'LeadAddresses',
  description:
    'Addresses to which lead sellers mail leads as ADF/XML. The address is shown once, when it is created; its leads are of ' +
    'the system and the user who created it. DELETE ends it at once.',
  roles: { read: ADMINS, write: ADMINS },
  describe: {
    name: 'Name of the address, for example of the lead seller.',
    address: 'The email address; only in the response to the create.',
    lastUsed: 'When the last lead arrived at the address; null if none did.',
  },
  maxPerAccount: LIMITS.leadAddresses.value,
  requiresSystem: ['create'],
  names: ['systems'],
  fields: {
    name: required(str({ min: 1 })),
    // Shown by the create only; its hash is stored.
    address: readOnly(str({ max: 320 }), { visible: 'whenSet' }),
    system: readOnly(str(), { stamp: 'system' }),
    systemId: readOnly(int(), { stamp: 'systemId' }),
    createdById: readOnly(int(), { stamp: 'creator' }),
    lastUsed: readOnly(time()),
  },
  sorts: { id: { column: 'id' }, created: { column: 'created' } },
  example: { name: 'Portal of the county' },
});

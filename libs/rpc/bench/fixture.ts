import type { Actor } from '@porchlight/access';
import type { Person } from '@porchlight/contracts/src/generated/porchlight/people/v1/person_service';
import { Person as PersonCodec } from '@porchlight/contracts/src/generated/porchlight/people/v1/person_service';

export const actor: Actor = { accountId: 1, userId: 1, role: 'Owner' };

/** The length of a real internal token. */
export const token = 'e'.repeat(320);

/** A person with the usual fields. */
export const person: Person = {
  ...PersonCodec.decode(new Uint8Array()),
  id: 4711,
  created: new Date('2026-01-05T10:00:00Z'),
  updated: new Date('2026-02-05T10:00:00Z'),
  createdVia: 'API',
  name: 'Marisol Fernández-Ortiz',
  firstName: 'Marisol',
  lastName: 'Fernández-Ortiz',
  stage: 'Lead',
  stageId: '2',
  source: 'Zillow',
  sourceUrl: 'https://www.example.com/listing/4711-harbour-view-drive',
  contacted: false,
  price: 425000,
  assignedTo: 'Ben Carter',
  assignedUserId: 3,
  tags: ['Buyer', 'Hot', 'Harbour View'],
  emails: [{ value: 'marisol.fernandez@example.com', type: 'home', isPrimary: true, status: '' }],
  phones: [{ value: '(555) 010-4711', type: 'mobile', isPrimary: true, normalized: '5550104711' }],
  addresses: [
    { type: 'home', street: '12 Harbour View Drive', city: 'Springfield', state: 'IL', code: '62701', country: 'US' },
  ],
  background: 'Looking for three bedrooms near the water. Pre-approved. Prefers texts in the evening.',
};

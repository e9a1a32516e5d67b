import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { runForEach } from '../people/use-bulk-run';

/** Tag and source of sample people: what removes them again finds them by both. */
export const SAMPLE = 'Sample';
/** People of one page of the list. */
const PAGE = 100;

type Lead = Pick<Schemas['NewEvent'], 'type' | 'message' | 'property'> & {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly price: number;
};

const property = (street: string, price: number): Schemas['NewEvent']['property'] => ({
  street,
  city: 'Austin',
  state: 'TX',
  code: '78704',
  price,
  bedrooms: '3',
  bathrooms: '2',
});

/** Names and numbers are invented; mail to example.com is not delivered. */
const LEADS: readonly Lead[] = [
  {
    type: 'Property Inquiry',
    firstName: 'Dora',
    lastName: 'Engel',
    phone: '512-555-0161',
    price: 515_000,
    message: 'Can I see it this weekend?',
    property: property('4418 Bluebonnet Lane', 515_000),
  },
  {
    type: 'Seller Inquiry',
    firstName: 'Owen',
    lastName: 'Abara',
    phone: '512-555-0162',
    price: 640_000,
    message: 'What is our house worth? We want to move in spring.',
    property: property('12 Harbor Lane', 640_000),
  },
  {
    type: 'Registration',
    firstName: 'Wanda',
    lastName: 'Pryce',
    phone: '512-555-0163',
    price: 380_000,
    message: 'Looking for a condo with a garage.',
  },
  {
    type: 'Viewed Property',
    firstName: 'Felix',
    lastName: 'Moreau',
    phone: '512-555-0164',
    price: 450_000,
    property: property('905 Cedar Street', 450_000),
  },
  {
    type: 'General Inquiry',
    firstName: 'Elena',
    lastName: 'Soren',
    phone: '512-555-0165',
    price: 320_000,
    message: 'Do you also help with financing?',
  },
];

/** Sends the sample leads as a website would, assigned to a user, so that no rule passes them on. */
export const addSampleLeads = async (userId: number): Promise<number> => {
  for (const { firstName, lastName, phone, price, ...event } of LEADS)
    await porchlight.events.create({
      ...event,
      source: SAMPLE,
      person: {
        firstName,
        lastName,
        emails: [{ value: `${firstName}.${lastName}@example.com`.toLowerCase() }],
        phones: [{ value: phone }],
        price,
        tags: [SAMPLE],
        assignedUserId: userId,
      },
    });
  return LEADS.length;
};

/** Deletes all sample people with their records. Throws the first error if one was not deleted. */
export const removeSampleLeads = async (): Promise<number> => {
  const { people } = await porchlight.people.list({
    tags: [SAMPLE],
    source: [SAMPLE],
    limit: PAGE,
    includeTrash: true,
  });
  const ids = people.map(({ id }) => id);
  const { succeeded, firstError } = await runForEach(
    ids,
    (id) => porchlight.people.delete(id),
    () => undefined,
  );
  if (firstError !== undefined) throw firstError;
  return succeeded.length;
};

import type { ConsoleUser } from './console-browser';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Leads of earlier days: enough for figures of a month. */
const EARLIER_LEADS = 36;

const FIRST_NAMES = ['Elena', 'Owen', 'Dora', 'Felix', 'Wanda', 'Ines', 'Marco', 'Priya', 'Tomas'];
const LAST_NAMES = ['Soren', 'Abara', 'Engel', 'Moreau', 'Pryce', 'Keller', 'Okafor', 'Lindqvist'];
const SOURCES = [
  'HomeHarbor',
  'HomeHarbor',
  'Harbor Website',
  'HomeHarbor',
  'Open house',
  'Harbor Website',
  'Referral',
];
const STAGES = ['Lead', 'Attempted Contact', 'Lead', 'Hot Prospect', 'Nurture', 'Lead', 'Active Client', 'Pending'];
const DEALS = [
  { name: '100 Lake St', price: 300_000, days: 6 },
  { name: '12 Harbor Lane', price: 640_000, days: 12 },
  { name: '4418 Bluebonnet Lane', price: 515_000, days: 38 },
  { name: '905 Cedar Street', price: 450_000, days: 70 },
  { name: '7 Mill Road', price: 1_200_000, days: 96 },
];

/** Ids of what the pages show. */
export interface SeededAccount {
  readonly person: number;
  readonly event: number;
}

const pick = <T>(items: readonly T[], nth: number): T => items[nth % items.length]!;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Fills the account of an owner with invented people, tasks and deals for the pages that agents and owners open. */
export const seedConsoleAccount = async (owner: ConsoleUser, agentId: number): Promise<SeededAccount> => {
  const create = async (path: string, data: object): Promise<number> =>
    (await owner.send<{ id: number }>('POST', path, data)).id;

  const { id: assignedUserId } = await owner.send<{ id: number }>('GET', '/v1/me');
  for (let nth = 0; nth < EARLIER_LEADS; nth += 1) {
    const [firstName, lastName] = [pick(FIRST_NAMES, nth), pick(LAST_NAMES, nth * 3)];
    await create('/v1/people', {
      firstName,
      lastName,
      createdAt: ago(((nth * 7) % 29) * DAY_MS + nth * 13 * MINUTE_MS),
      source: pick(SOURCES, nth),
      stage: pick(STAGES, nth),
      price: 240_000 + ((nth * 37) % 60) * 10_000,
      emails: [{ value: `${firstName}.${lastName}${nth}@example.com`.toLowerCase() }],
      phones: [{ value: `(312) 555-01${String(nth + 10)}`, type: 'mobile' }],
      tags: nth % 3 === 0 ? ['Buyer'] : ['Seller', ...(nth % 4 === 0 ? ['VIP'] : [])],
      ...(nth % 2 === 0 && { assignedUserId: agentId }),
    });
  }
  await create('/v1/leadFlows', { sources: ['HomeHarbor'], assignUserId: agentId });
  const { id: person } = await owner.send<{ id: number }>('POST', '/v1/events', {
    type: 'Property Inquiry',
    source: 'HomeHarbor',
    message: 'Can I see it this weekend?',
    campaign: { source: 'Autumn' },
    person: {
      firstName: 'Nora',
      lastName: 'Vance',
      price: 515_000,
      emails: [{ value: 'nora.vance@example.com' }],
      phones: [{ value: '(312) 555-0199', type: 'mobile' }],
      tags: ['Buyer'],
    },
    property: {
      street: '4418 Bluebonnet Lane',
      city: 'Austin',
      state: 'TX',
      code: '78704',
      price: 515_000,
      bedrooms: '4',
      bathrooms: '2.5',
    },
  });
  await create('/v1/calls', { personId: person, phone: '(312) 555-0199', isIncoming: false, outcome: 'Interested' });
  await create('/v1/notes', { personId: person, subject: 'First call', body: 'Wants a garden and a quiet street.' });
  for (const [name, days] of [
    ['Call back about the garden', -1],
    ['Send comparables', 0],
    ['Book a showing', 2],
  ] as const)
    await create('/v1/tasks', { personId: person, name, dueDate: inDays(days), type: 'Call', assignedUserId });
  const { stages } = await owner.send<{ stages: { id: number }[] }>('POST', '/v1/pipelines', {
    name: 'Buyers',
    stages: [{ name: 'Offer' }, { name: 'Contract' }, { name: 'Inspection' }, { name: 'Closed', closedStage: true }],
  });
  for (const [nth, { name, price, days }] of DEALS.entries())
    await create('/v1/deals', {
      name,
      price,
      stageId: pick(stages, nth).id,
      peopleIds: [person],
      projectedCloseDate: inDays(days),
    });
  const { events } = await owner.send<{ events: { id: number }[] }>('GET', `/v1/events?personId=${person}`);
  return { person, event: events[0]!.id };
};

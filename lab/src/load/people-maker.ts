import { base, en, Faker } from '@faker-js/faker';
import {
  events,
  people as peopleDescriptor,
  tasks as tasksDescriptor,
  type Event,
  type ImportedPerson,
  type Person,
  type Task,
} from '@porchlight/contracts';
import { emptyRecord } from '@porchlight/resource';
import { DAY_MS } from '@porchlight/runtime';
import { byRank, heavyTailed, logNormal, weighted } from './random-parts';

/** Three years of people. */
const SPAN_MS = 3 * 365 * DAY_MS;
const MEAN_EVENTS = 5;
const MEAN_TASKS = 2;
const MAX_EVENTS = 400;
const MAX_TASKS = 100;

/** Weights of the default stages by id; Trash has none. */
const STAGES = [
  [1, 46],
  [2, 20],
  [4, 14],
  [3, 6],
  [5, 5],
  [8, 4],
  [7, 3],
  [6, 2],
] as const;
export const SOURCES = [
  'Zillow',
  'Realtor.com',
  'Website',
  'Facebook',
  'Google',
  'Referral',
  'Open House',
  'Sign Call',
  'Homes.com',
  'Past Client',
  'Radio',
  'Billboard',
];
export const TAGS = [
  'Buyer',
  'Seller',
  'Investor',
  'First Time',
  'Pre-Approved',
  'Relocation',
  'Luxury',
  'Renter',
  'VA Loan',
  'Condo',
  'Waterfront',
  'Downsizing',
  'Cash',
  'Newsletter',
  'School District',
  'Land',
];
const CITIES = [
  'Austin',
  'Round Rock',
  'Cedar Park',
  'Georgetown',
  'Pflugerville',
  'Leander',
  'Kyle',
  'Buda',
  'San Marcos',
  'Dripping Springs',
  'Lakeway',
  'Hutto',
  'Bastrop',
  'Manor',
  'Bee Cave',
  'Wimberley',
];
const STREETS = [
  'Oak',
  'Main',
  'Cedar',
  'Lake View',
  'Pecan',
  'Congress',
  'Elm',
  'River',
  'Hill',
  'Sunset',
  'Park',
  'Bluebonnet',
];
const EVENT_TYPES = [
  ['Viewed Property', 46],
  ['Viewed Page', 14],
  ['Visited Website', 12],
  ['Property Inquiry', 8],
  ['Saved Property', 8],
  ['Property Search', 6],
  ['General Inquiry', 3],
  ['Saved Property Search', 2],
  ['Visited Open House', 1],
] as const;
const WITH_PROPERTY: ReadonlySet<string> = new Set([
  'Viewed Property',
  'Saved Property',
  'Property Inquiry',
  'Visited Open House',
]);
const TASK_NAMES = [
  ['Call back', 'Call'],
  ['Send listings', 'Email'],
  ['Follow up', 'Follow Up'],
  ['Showing', 'Showing'],
  ['Text a hello', 'Text'],
  ['Check financing', 'Follow Up'],
] as const;

export interface PeopleMakerOptions {
  readonly seed: number;
  /** Users that people are assigned to. */
  readonly agentIds: readonly number[];
  readonly people: number;
  /** End of the history, ms since the epoch; tasks are due around it. */
  readonly until: number;
}

/** Creates people with their history, oldest first. Deterministic for the same options. */
export function* makePeople({ seed, agentIds, people, until }: PeopleMakerOptions): Generator<ImportedPerson> {
  const faker = new Faker({ locale: [en, base], seed });
  const agents = byRank(agentIds);
  const sources = byRank(SOURCES);
  const tags = byRank(TAGS);
  const cities = byRank(CITIES);
  const chance = (share: number): boolean => faker.number.float({ min: 0, max: 1 }) < share;
  const between = (from: number, to: number): Date =>
    new Date(Math.floor(from + faker.number.float({ min: 0, max: 1 }) * Math.max(0, to - from)));
  const price = (): number => Math.max(20_000, Math.round(logNormal(faker, 420_000, 0.55) / 1_000) * 1_000);

  for (let nth = 0; nth < people; nth += 1) {
    const created = until - SPAN_MS + Math.floor((SPAN_MS * (nth + 1)) / (people + 1));
    const firstName = faker.person.firstName();
    const lastName = faker.person.lastName();
    const city = weighted(faker, cities);
    const assignedUserId = chance(0.6) ? weighted(faker, agents) : undefined;
    const source = weighted(faker, sources);
    const person: Person = {
      ...emptyRecord(peopleDescriptor),
      created: new Date(created),
      firstName,
      lastName,
      stageId: String(weighted(faker, STAGES)),
      source,
      contacted: chance(0.55),
      tags: [...new Set(Array.from({ length: heavyTailed(faker, 1.2, 8) }, () => weighted(faker, tags)))],
      emails: chance(0.92)
        ? [
            {
              value: `${ascii(firstName)}.${ascii(lastName)}.${seed}.${nth}@example.com`,
              type: 'home',
              isPrimary: true,
              status: '',
            },
          ]
        : [],
      phones: chance(0.8)
        ? [
            {
              value: `512${String(seed % 10)}${String(nth).padStart(7, '0')}`,
              type: 'mobile',
              isPrimary: true,
              normalized: '',
            },
          ]
        : [],
      addresses: chance(0.4)
        ? [
            {
              type: 'home',
              street: createStreet(faker),
              city,
              state: 'TX',
              code: `787${String(faker.number.int({ min: 1, max: 59 })).padStart(2, '0')}`,
              country: 'US',
            },
          ]
        : [],
      ...(chance(0.7) && { price: price() }),
      ...(chance(0.1) && { background: faker.lorem.sentence() }),
      ...(assignedUserId !== undefined && { assignedUserId }),
    };
    const eventCount = 1 + heavyTailed(faker, MEAN_EVENTS - 1, MAX_EVENTS);
    const history = Array.from({ length: eventCount }, (_, at): Event => {
      const type = at === 0 ? 'Registration' : weighted(faker, EVENT_TYPES);
      const property = WITH_PROPERTY.has(type)
        ? {
            street: createStreet(faker),
            city,
            state: 'TX',
            mlsNumber: `T${faker.number.int({ min: 1_000, max: 99_999 })}`,
            price: price(),
          }
        : undefined;
      return {
        ...emptyRecord(events),
        type,
        source,
        occurredAt: at === 0 ? new Date(created) : between(created, until),
        ...(property && { property }),
        ...(type === 'Viewed Page' && {
          pageTitle: `Homes in ${city}`,
          pageUrl: `https://www.example.com/${ascii(city)}`,
        }),
        ...(type.endsWith('Inquiry') && { message: `Is it still available? ${firstName}` }),
      };
    });
    const tasks = Array.from({ length: heavyTailed(faker, MEAN_TASKS, MAX_TASKS) }, (): Task => {
      const [name, type] = weighted(faker, byRank(TASK_NAMES));
      const made = between(created, until);
      const isCompleted = chance(0.7);
      const due = new Date(made.getTime() + Math.floor(logNormal(faker, 7, 0.9) * DAY_MS));
      return {
        ...emptyRecord(tasksDescriptor),
        name,
        type,
        created: made,
        isCompleted,
        assignedUserId: assignedUserId ?? agentIds[0]!,
        ...(chance(0.5) ? { dueDateTime: due } : { dueDate: due.toISOString().slice(0, 10) }),
      };
    });
    yield { person, events: history, tasks };
  }
}

const createStreet = (faker: Faker): string =>
  `${faker.number.int({ min: 1, max: 9_999 })} ${faker.helpers.arrayElement(STREETS)} St`;
const ascii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

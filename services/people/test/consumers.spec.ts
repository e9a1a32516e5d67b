import { allActions, Event, Person } from '@porchlight/contracts';
import deals from '@porchlight/contracts/consumers/deals-from-people.json';
import marketing from '@porchlight/contracts/consumers/marketing-from-people.json';
import { eventually } from '@porchlight/testkit';
import type { Json } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const MERGE = allActions.find(({ rpc }) => rpc === 'mergePeople')!;
const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => object>> = {
  people: Person.decode,
  events: Event.decode,
};
/** A picture comes from an external provider; no test publishes one. */
const ELSEWHERE = ['record.picture'];

/** Paths of fields that the record lacks or that have another type than in the sample. */
const lacking = (sample: unknown, real: unknown, path: string): string[] => {
  if (ELSEWHERE.includes(path)) return [];
  if (Array.isArray(sample))
    return Array.isArray(real) && real.length > 0 ? lacking(sample[0], real[0], `${path}[]`) : [path];
  if (typeof sample !== typeof real || real === null) return [path];
  if (typeof sample !== 'object' || sample === null) return [];
  return Object.entries(sample).flatMap(([name, value]) => lacking(value, (real as Json)[name], `${path}.${name}`));
};

it.each(Object.entries({ deals, marketing }))(
  'what is published has all that %s takes from it',
  async (_consumer, contract) => {
    const { accountId, owner } = await suite.newAccount();
    const address = { type: 'home', street: '1 Road', city: 'Austin', state: 'TX', code: '78701', country: 'US' };
    const person = {
      firstName: 'Ann',
      lastName: 'Ito',
      emails: ['ann@example.org'],
      phones: ['555 0100'],
      addresses: [address],
      source: 'Zillow',
      stage: 'Lead',
      assignedUserId: 3,
    };
    const id = (await owner.createPerson(person)).person['id'] as number;
    await owner.updatePerson(id, { contacted: true });
    const lead = {
      type: 'Property Inquiry',
      source: 'Zillow',
      person: { firstName: 'Bo', emails: ['bo@example.org'] },
      property: { street: '1 Road' },
    };
    const other = (await owner.send(lead)).person['id'] as number;
    await owner.act(MERGE, { id, body: { otherId: other } });
    await eventually(() => {
      for (const [type, sample] of Object.entries(contract)) {
        const [, resource = '', verb] = type.split('.');
        const fired = suite.collected.changes.filter(
          (change) => change.accountId === accountId && change.resource === resource && change.verb === verb,
        );
        // One record equals the sample; the others belong to people with fewer values.
        const worst = fired.map(({ ids, record, dataJson }) => {
          // Times are text in a sample.
          const real = {
            ids,
            record: record.length > 0 ? (JSON.parse(JSON.stringify(DECODERS[resource]?.(record))) as Json) : undefined,
            data: dataJson === '' ? undefined : JSON.parse(dataJson),
          };
          return Object.entries(sample).flatMap(([part, value]) =>
            lacking(value, real[part as keyof typeof real], part),
          );
        });
        expect([type, worst.sort((a, b) => a.length - b.length)[0]]).toEqual([type, []]);
      }
    });
  },
);

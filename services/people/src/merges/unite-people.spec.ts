import { derive, type PersonCore, type PersonDocument, UNSPECIFIED } from '../person';
import { unitePeople } from './unite-people';

const email = (value: string, more = {}) => ({ value, type: 'home', isPrimary: false, status: '', ...more });
const phone = (value: string, more = {}) => ({ value, type: 'home', isPrimary: true, normalized: value, ...more });
const person = (id: number, core: Partial<PersonDocument> = {}): PersonDocument =>
  ({
    id,
    ...derive({
      firstName: '',
      lastName: '',
      stageId: id,
      source: UNSPECIFIED,
      contacted: false,
      collaboratorIds: [],
      tags: [],
      emails: [],
      phones: [],
      addresses: [],
      lastActivity: new Date(id * 1000),
      createdVia: `via ${id}`,
      ...core,
    } as PersonCore),
  }) as PersonDocument;

describe('merging two people', () => {
  it('unites lists, and the survivor keeps its primary entries', () => {
    const after = unitePeople(
      person(1, { emails: [email('a@x.io', { isPrimary: true })], phones: [], tags: ['Buyer'], collaboratorIds: [3] }),
      person(2, {
        emails: [email('A@x.io', { status: 'Unsubscribed' }), email('b@x.io', { isPrimary: true })],
        phones: [phone('5551234567')],
        tags: ['buyer', 'Seller'],
        collaboratorIds: [4, 3],
      }),
    );
    expect(after.emails).toEqual([
      email('a@x.io', { isPrimary: true, status: 'Unsubscribed' }),
      email('b@x.io', { isPrimary: false }),
    ]);
    expect(after.phones).toEqual([phone('5551234567')]);
    expect([after.tags, after.collaboratorIds]).toEqual([
      ['Buyer', 'Seller'],
      [3, 4],
    ]);
    expect(after.identities).toEqual(['e:a@x.io', 'e:b@x.io', 'p:5551234567']);
  });

  it('limits the number of collaborators', () => {
    const ids = (from: number): number[] => Array.from({ length: 40 }, (_, nth) => from + nth);
    const after = unitePeople(person(1, { collaboratorIds: ids(100) }), person(2, { collaboratorIds: ids(200) }));
    expect(after.collaboratorIds).toEqual([...ids(100), ...ids(200).slice(0, 10)]);
  });

  it('fills empty fields only', () => {
    const loser = person(2, {
      firstName: 'Anna',
      lastName: 'Bell',
      price: 5,
      background: 'b',
      source: 'Zillow',
      sourceUrl: 'u',
      assignedUserId: 9,
      custom: { 1: 'x', 2: 'y' },
      contacted: true,
    });
    expect(unitePeople(person(1, { price: 0 }), loser)).toMatchObject({
      ...{ firstName: 'Anna', lastName: 'Bell', name: 'Anna Bell', price: 0, background: 'b', source: 'Zillow' },
      ...{
        sourceUrl: 'u',
        assignedUserId: 9,
        custom: { 1: 'x', 2: 'y' },
        contacted: true,
        stageId: 1,
        createdVia: 'via 1',
      },
    });
    const full = person(1, { firstName: 'Jo', lastName: 'Ito', source: 'Own', assignedUserId: 3, custom: { 1: 'z' } });
    expect(unitePeople(full, loser)).toMatchObject({
      ...{ name: 'Jo Ito', source: 'Own', assignedUserId: 3, custom: { 1: 'z', 2: 'y' } },
    });
    expect(unitePeople(person(1, { assignedPondId: 4 }), loser).assignedUserId).toBeUndefined();
  });

  it('adds up activity', () => {
    const at = (second: number): Date => new Date(second * 1000);
    const after = unitePeople(
      person(1, { callsIncoming: 2, firstCall: at(50), lastCall: at(60), textsSent: 1 }),
      person(2, { callsIncoming: 3, firstCall: at(40), lastCall: at(45), nextTask: at(99), emailsSent: 7 }),
    );
    expect(after).toMatchObject({
      ...{ callsIncoming: 5, textsSent: 1, emailsSent: 7, firstCall: at(40), lastCall: at(60), nextTask: at(99) },
      lastActivity: at(2),
    });
    expect(after).not.toHaveProperty('pagesViewed');
    expect(after).not.toHaveProperty('lastText');
  });

  it("is idempotent and removes them from each other's possible duplicates", () => {
    const survivor = person(1, { possibleDuplicates: [2, 5] });
    const loser = person(2, { possibleDuplicates: [1, 6], mergedIds: [7] });
    const after = unitePeople(survivor, loser);
    expect([after.possibleDuplicates, after.mergedIds]).toEqual([
      [5, 6],
      [7, 2],
    ]);
    expect(unitePeople(after, loser)).toBe(after);
    const last = unitePeople(person(1, { possibleDuplicates: [2] }), person(2));
    expect(last.hasDuplicates).toBeUndefined();
  });
});

import { notes, peopleRelationships, textMessages } from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';
import { type Store, systemCall } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import type { ChildDocument, PersonDocument } from '../person';
import { createPersonRecords } from '../records/person-records';
import { moveChildren } from './move-children';

const SURVIVOR = 1;
const MERGED = 2;
const call = systemCall(1, new AbortController().signal);
const UNIQUE: ReadonlyArray<readonly [string, Descriptor, string]> = (
  [
    [notes, 'subject'],
    [textMessages, 'fromNumber'],
    [peopleRelationships, 'type'],
  ] as const
).map(([{ resource, fields, ...declared }, field]) => {
  const ofPerson = { activity: 'created' };
  const fixed = { ...fields, [field]: { ...Reflect.get(fields, field), fixed: true } };
  return [resource, { ...declared, resource, ofPerson, fields: fixed, identity: ['personId', field] } as never, field];
});

const stores: Store[] = [];
afterEach(() => Promise.all(stores.splice(0).map((store) => store.stop(AbortSignal.timeout(1_000)))));

const openStore = async (): Promise<Store> => {
  const store = await openLoneStore({ service: 'people' });
  stores.push(store);
  return store;
};

/** Records of two people, the second of which is merged into the first; one record of each person is about the same. */
const mergeRecords = async (descriptor: Descriptor, field: string) => {
  const store = await openStore();
  const persons = new Map([[SURVIVOR, { id: SURVIVOR, assignedUserId: 3, collaboratorIds: [] }]]);
  const people = {
    load: async (_call: unknown, id: number) => persons.get(id) as unknown as PersonDocument | undefined,
    modify: async (_call: unknown, id: number, change: (before: never) => unknown) => change(persons.get(id) as never),
  };
  const sources = { store, people, settings: { settingsCache: { load: async () => ({ member: () => undefined }) } } };
  const records = createPersonRecords(sources as never);
  const opened = records.open({ descriptor });
  await store.start();
  const insert = (personId: number, text: string, others: object = {}) =>
    opened.insert(call, { personId, viewers: [9], [field]: text, ...others } as never);
  await insert(SURVIVOR, 'both', { createdById: 3 });
  await insert(SURVIVOR, 'first');
  await insert(MERGED, 'both', { createdById: 4, updatedById: 5 });
  await insert(MERGED, 'second');
  const merges = { findSurvivor: async (_accountId: number, id: number) => (id === MERGED ? SURVIVOR : undefined) };
  const move = () => moveChildren({ people, merges, children: records.children } as never, call, MERGED);
  return { move, opened };
};

const listFields = async ({ opened }: Awaited<ReturnType<typeof mergeRecords>>, field: string) => {
  const records = await opened.find(call, {}, 10);
  return records.map((one) => [one.id, (one as unknown as ChildDocument).personId, Reflect.get(one, field)]);
};

describe.each(UNIQUE)(
  'given %s that are unique for a person, and two people with the same one',
  (_, descriptor, field) => {
    it('when the people are merged, then the survivor has one of them and all others', async () => {
      const merge = await mergeRecords(descriptor, field);
      await merge.move();
      expect(await listFields(merge, field)).toEqual([
        [4, SURVIVOR, 'second'],
        [2, SURVIVOR, 'first'],
        [1, SURVIVOR, 'both'],
      ]);
    });

    it('when the people are merged, then the values of the survivor win and missing ones are taken over', async () => {
      const merge = await mergeRecords(descriptor, field);
      await merge.move();
      const [united] = await merge.opened.find(call, { id: 1 }, 1);
      expect(united).toMatchObject({ createdById: 3, updatedById: 5 });
    });

    it('when the merge is repeated, then nothing changes', async () => {
      const merge = await mergeRecords(descriptor, field);
      await merge.move();
      const before = await listFields(merge, field);
      await merge.move();
      expect(await listFields(merge, field)).toEqual(before);
    });
  },
);

describe('records of a person that a feature opens with a unique index of its own', () => {
  it('given an index with the person, then the start fails and says what to declare', async () => {
    const store = await openStore();
    const records = createPersonRecords({ store, people: {}, settings: {} } as never);
    const indexes = [{ keys: { personId: 1, subject: 1 }, unique: true }] as const;
    expect(() => records.open({ descriptor: notes, indexes } as never)).toThrow(
      'notes: declare a unique index with personId as identity in the descriptor',
    );
  });
});

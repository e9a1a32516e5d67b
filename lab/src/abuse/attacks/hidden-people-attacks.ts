import { createRecords, json, pickRecord, type Attack, type Send, type World } from '../attack';
import { uniqueWord } from '../mutations';

const HIDDEN = 5;
const emailOf = (world: World, nth: number): string => `hidden.${nth}.${world.run}@example.com`;

/** The parts of a hidden person that a lender must not change. */
const readPerson = async (send: Send, id: string): Promise<string> => {
  const { status, body } = await send({ method: 'GET', path: `/v1/people/${id}?fields=allFields` });
  const { emails, phones, tags, stage, background, assignedUserId } = body ?? {};
  const addresses = (emails as { value: string }[] | undefined)?.map(({ value }) => value);
  return JSON.stringify({ status, emails: addresses, phones, tags, stage, background, assignedUserId });
};

/** A lender writes to people that are hidden from it. */
export const HIDDEN_PEOPLE_ATTACKS: readonly Attack[] = [
  {
    name: 'N7 leads about hidden people',
    weakness: 'N7',
    short: true,
    prepare: async (send, world) => {
      await createRecords(send, world, 'hidden', HIDDEN, (nth) => ({
        method: 'POST',
        path: '/v1/people',
        ...json({ firstName: 'Hidden', lastName: `No. ${nth}`, emails: [emailOf(world, nth)], tags: ['first'] }),
      }));
      const ids = world.records.get('hidden') ?? [];
      world.records.set('hiddenBefore', await Promise.all(ids.map((id) => readPerson(send, id))));
    },
    next: (random, world) => {
      const emails = [emailOf(world, Math.floor(random.next() * HIDDEN))];
      const phones = [`512555${String(Math.floor(random.next() * 10_000)).padStart(4, '0')}`];
      const person = { emails, phones, tags: [uniqueWord(random)], stage: 'Trash', background: 'changed' };
      return {
        ...random.pick([
          { path: '/v1/events', ...json({ type: random.pick(['Registration', 'General Inquiry']), person }) },
          {
            path: '/v1/events',
            ...json({ type: 'Registration', person: { id: Number(pickRecord(world, random, 'hidden')), ...person } }),
          },
          { path: '/v1/people?deduplicate=true', ...json({ firstName: 'Hidden', ...person }) },
        ]),
        method: 'POST',
        as: 'lender',
      };
    },
    check: async (send, world) => {
      const before = world.records.get('hiddenBefore') ?? [];
      const after = await Promise.all((world.records.get('hidden') ?? []).map((id) => readPerson(send, id)));
      return after.flatMap((person, nth) =>
        person === before[nth] ? [] : [`a lender changed a hidden person: ${before[nth]} became ${person}`],
      );
    },
  },
];

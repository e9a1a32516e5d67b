import type { ImportPeopleRequest } from '@porchlight/contracts';
import { loadPeople } from './load-people';
import type { LoadedAccount } from './loaded-accounts';
import { makePeople } from './people-maker';

const UNTIL = Date.UTC(2026, 0, 1);
const agentIds = Array.from({ length: 20 }, (_, nth) => nth + 2);
const made = (people: number, seed = 7) =>
  [...makePeople({ seed, agentIds, people, until: UNTIL })].map((one) => ({ ...one, person: one.person! }));
const account = (size: number): LoadedAccount => ({
  size,
  account: { id: 7, name: 'x', users: {} },
  agentIds,
  loaded: 0,
  events: 0,
  tasks: 0,
  until: UNTIL,
});
const never = new AbortController().signal;

describe('people for the loader', () => {
  const people = made(3_000);
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

  it('are the same for the same seed, others for another', () => {
    expect(made(50)).toEqual(made(50));
    expect(made(50, 8)).not.toEqual(made(50));
  });

  it('are spread as in real teams', () => {
    expect(mean(people.map(({ person }) => (person.assignedUserId === undefined ? 0 : 1)))).toBeCloseTo(0.6, 1);
    expect(mean(people.map(({ events }) => events.length))).toBeGreaterThan(4);
    expect(mean(people.map(({ events }) => events.length))).toBeLessThan(6);
    expect(mean(people.map(({ tasks }) => tasks.length))).toBeGreaterThan(1.5);
    expect(mean(people.map(({ tasks }) => tasks.length))).toBeLessThan(2.5);
    // A heavy tail: some accounts have ten times the mean.
    expect(Math.max(...people.map(({ events }) => events.length))).toBeGreaterThan(50);
    expect(new Set(people.map(({ person }) => person.assignedUserId)).size).toBe(21);
    expect(people.filter(({ person }) => person.stageId === '1').length).toBeGreaterThan(
      people.filter(({ person }) => person.stageId === '6').length * 5,
    );
  });

  it('come oldest first, each with an email and phone of their own, and history after them', () => {
    const created = people.map(({ person }) => person.created!.getTime());
    expect(created).toEqual([...created].sort((a, b) => a - b));
    const emails = people.flatMap(({ person }) => person.emails.map(({ value }) => value));
    expect(new Set(emails).size).toBe(emails.length);
    for (const { person, events } of people)
      for (const { occurredAt } of events) {
        expect(occurredAt!.getTime()).toBeGreaterThanOrEqual(person.created!.getTime());
        expect(occurredAt!.getTime()).toBeLessThanOrEqual(UNTIL);
      }
  });
});

describe('a load', () => {
  const taking =
    (taken: ImportPeopleRequest['people'], fails?: number) =>
    async ({ people }: ImportPeopleRequest) => {
      if (taken.length === fails) throw new Error('away');
      taken.push(...people);
      return {
        ids: people.map((_, nth) => nth + 1),
        events: people.reduce((sum, { events }) => sum + events.length, 0),
        tasks: 0,
      };
    };

  it('continues after an interruption and loads each person once', async () => {
    const loaded = account(1_100);
    const taken: ImportPeopleRequest['people'] = [];
    await expect(loadPeople(loaded, taking(taken, 500), () => undefined, never)).rejects.toThrow('away');
    expect(loaded.loaded).toBe(500);
    const seen: number[] = [];
    await loadPeople(loaded, taking(taken), ({ people }) => seen.push(people), never);
    expect(taken).toEqual(made(1_100));
    expect(seen).toEqual([600, 700, 800, 900, 1_000, 1_100]);
    expect(loaded.events).toBe(taken.reduce((sum, { events }) => sum + events.length, 0));
  });

  it('fails when a person is refused, and ends when it is aborted', async () => {
    const refusing = async ({ people }: ImportPeopleRequest) => ({ ids: people.map(() => 0), events: 0, tasks: 0 });
    await expect(loadPeople(account(10), refusing, () => undefined, never)).rejects.toThrow('10 people were refused');
    await expect(loadPeople(account(10), taking([]), () => undefined, AbortSignal.abort())).rejects.toThrow();
  });
});

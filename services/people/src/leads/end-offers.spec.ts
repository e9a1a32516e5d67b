import { refuse } from '@porchlight/errors';
import type { Logger } from '@porchlight/runtime';
import type { LeadOfferJob } from '../offers';
import { AccountSettings, DEFAULT_STAGES, type GroupDefaults } from '../settings';
import { endOffers, type EndedOffers } from './end-offers';

const MEMBERS = [3, 4, 5].map((id) => ({ id, name: `User ${id}`, role: 'Agent', status: 'Active' }));
const GROUP = { id: 7, name: 'G', type: 'Agent', distribution: 'first-to-claim', userIds: [3, 4] };
const signal = new AbortController().signal;

/** An account with one offered lead, and the recorded writes; `breakAt` makes the nth write fail. */
const open = (breakAt = 0, defaults: GroupDefaults = {}) => {
  const settings = new AccountSettings(DEFAULT_STAGES, MEMBERS, [], false, {
    groups: [
      { ...GROUP, ...defaults },
      { ...GROUP, id: 8, userIds: [5] },
    ],
    ponds: [{ id: 9, name: 'P', userIds: [3] }],
  });
  const person: any = { id: 1, claimed: false, offeredGroupId: 7, offeredUserIds: [3, 4], offeredUntil: new Date(5) };
  const event: any = { id: 2, lead: { isNew: true, personName: 'Jo', notifyUserIds: [3, 4], actionPlanId: 9 } };
  const jobs: LeadOfferJob[] = [
    { _id: '1:1', accountId: 1, personId: 1, eventId: 2, groupId: 7, userIds: [3, 4], until: 5 },
  ];
  const state = { turns: 0, writes: 0, notified: [] as number[][], breakAt };
  const write = () => {
    if (++state.writes === state.breakAt) throw new Error('killed');
  };
  const change = async (document: any, by: (before: any) => any) => {
    const after = by({ ...document });
    if (after === undefined) return document;
    write();
    for (const name of Object.keys(document)) delete document[name];
    return Object.assign(document, after);
  };
  const leads = {
    people: {
      load: async () => person,
      modify: async (_call: unknown, _id: number, by: any) => change(person, by),
    },
    events: {
      async modify(_call: unknown, id: number, by: any) {
        if (id !== event.id) throw refuse('NOT_FOUND', { what: 'event' });
        await change(event, by);
        state.notified.push(event.lead.notifyUserIds);
      },
    },
    offers: {
      endedBefore: async (moment: number) => jobs.filter(({ until }) => until < moment),
      async give(job: LeadOfferJob, userId: number) {
        write();
        Object.assign(jobs[0]!, { givenTo: userId });
      },
      async done() {
        write();
        jobs.length = 0;
      },
    },
    rotation: { next: async () => state.turns++ },
    settingsCache: { load: async () => settings },
    clock: { now: () => 10 },
    logger: { warn: () => undefined } as unknown as Logger,
  } as unknown as EndedOffers;
  return { leads, person, event, jobs, state };
};

describe('an offer that ended', () => {
  it('assigns the lead to the next user of the group and notifies the user', async () => {
    const { leads, person, event, jobs, state } = open();
    expect(await endOffers(leads, signal)).toBe(1);
    expect(person).toMatchObject({ claimed: true, assignedUserId: 3 });
    expect(person).not.toHaveProperty('offeredUntil');
    expect(event.lead).toMatchObject({ isNew: false, notifyUserIds: [3] });
    expect([jobs.length, state.turns]).toEqual([0, 1]);
  });

  it.each([1, 2, 3, 4])('is completed after a crash at write %s, with one turn and one notified user', async (at) => {
    const { leads, person, event, jobs, state } = open(at);
    await endOffers(leads, signal);
    expect(jobs).toHaveLength(1);
    await endOffers(leads, signal);
    expect(jobs).toHaveLength(0);
    expect(person.claimed).toBe(true);
    expect(event.lead.notifyUserIds).toEqual([person.assignedUserId]);
    expect(state.turns).toBe(at === 1 ? 2 : 1);
  });

  it('does not change an assigned or claimed person', async () => {
    const assigned = open();
    assigned.person.assignedUserId = 4;
    await endOffers(assigned.leads, signal);
    expect(assigned.person).toMatchObject({ claimed: true, assignedUserId: 4 });
    const claimed = open();
    Object.assign(claimed.person, { claimed: true, assignedUserId: 4 });
    await endOffers(claimed.leads, signal);
    expect(claimed.person.assignedUserId).toBe(4);
    expect([claimed.state.notified, claimed.jobs.length, claimed.state.turns]).toEqual([[], 0, 0]);
  });

  it.each([
    ['user', { defaultUserId: 5, defaultGroupId: 7, defaultPondId: 9 }, { assignedUserId: 5 }],
    ['group', { defaultGroupId: 8, defaultPondId: 9 }, { assignedUserId: 5 }],
    ['pond', { defaultPondId: 9 }, { assignedPondId: 9, pondUserIds: [3] }],
    ['group, when the pond is gone', { defaultPondId: 99 }, { assignedUserId: 3 }],
  ])('assigns the lead to the default %s', async (_what, defaults, expected) => {
    const { leads, person, jobs } = open(0, defaults);
    await endOffers(leads, signal);
    expect(person).toMatchObject({ claimed: true, ...expected });
    expect(jobs).toHaveLength(0);
  });

  it('does not add an assigned person to the default pond', async () => {
    const { leads, person } = open(0, { defaultPondId: 9 });
    person.assignedUserId = 4;
    await endOffers(leads, signal);
    expect(person).toMatchObject({ claimed: true, assignedUserId: 4 });
    expect(person).not.toHaveProperty('assignedPondId');
  });

  it('is not ended early', async () => {
    const { leads, jobs } = open();
    jobs[0]!.until = 10;
    expect(await endOffers(leads, signal)).toBe(0);
  });
});

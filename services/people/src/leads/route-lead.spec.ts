import { AccountSettings, DEFAULT_STAGES, type GroupView, type LeadRule, type SettingsParts } from '../settings';
import { createLeadFlow } from './route-lead';

const NOW = Date.UTC(2026, 5, 1, 12);
const MEMBERS = [
  { id: 1, name: 'Olga Owner', role: 'Owner', status: 'Active' },
  { id: 3, name: 'Ada Agent', role: 'Agent', status: 'Active' },
  { id: 4, name: 'Axel Agent', role: 'Agent', status: 'Active' },
  { id: 8, name: 'Ivy Invited', role: 'Agent', status: 'Invited' },
  { id: 6, name: 'Dan Disabled', role: 'Agent', status: 'Disabled' },
  { id: 5, name: 'Len Lender', role: 'Lender', status: 'Active' },
  { id: 7, name: 'Pat Paused', role: 'Agent', status: 'Active', pauseLeadDistribution: true as const },
];
const rule = (part: Partial<LeadRule>): LeadRule => ({
  id: 1,
  orderWeight: 1,
  sources: [],
  types: [],
  postalCodes: [],
  ignore: false,
  ...part,
});
const group = (part: Partial<GroupView>): GroupView => ({
  id: 1,
  name: 'G',
  type: 'Agent',
  distribution: 'round-robin',
  userIds: [8, 6, 4, 3],
  ...part,
});
const owner = { accountId: 1, userId: 1, role: 'Owner' as const };
const agent = { accountId: 1, userId: 3, role: 'Agent' as const };
const lead = { actor: owner, source: 's', type: 'Registration', postalCodes: [], historyOnly: false };

const open = (parts: Partial<SettingsParts>) => {
  let turn = 0;
  const flow = createLeadFlow({ rotation: { next: async () => turn++ }, clock: { now: () => NOW } });
  const settings = new AccountSettings(DEFAULT_STAGES, MEMBERS, [], false, parts);
  return { decide: (part: object = {}) => flow.decide({ ...lead, ...part }, settings), turns: () => turn };
};

describe('lead flow without a rule', () => {
  it.each([
    ['Owner' as const, {}, undefined, undefined],
    ['Broker' as const, { assignedUserId: 3 }, 3, undefined],
    ['Agent' as const, {}, 9, undefined],
    ['Agent' as const, { assignedUserId: 3 }, 3, undefined],
    ['Lender' as const, {}, undefined, 9],
  ])('by a key of %s with %j', async (role, given, assignedUserId, assignedLenderId) =>
    expect(await open({}).decide({ ...given, actor: { accountId: 1, userId: 9, role } })).toEqual({
      ignore: false,
      assignedUserId,
      assignedLenderId,
    }),
  );
});

describe('lead flow with a rule', () => {
  it('skips users who pause lead distribution', async () => {
    const turns = open({ groups: [group({ userIds: [7, 3] })], leadRules: [rule({ assignGroupId: 1 })] });
    expect(await turns.decide()).toMatchObject({ assignedUserId: 3 });
    expect(await turns.decide()).toMatchObject({ assignedUserId: 3 });
    const claims = open({
      groups: [group({ userIds: [7, 3], distribution: 'first-to-claim' })],
      leadRules: [rule({ assignGroupId: 1 })],
    });
    expect((await claims.decide()).offer).toMatchObject({ userIds: [3] });
    expect((await open({ leadRules: [rule({ assignUserId: 7 })] }).decide()).assignedUserId).toBeUndefined();
  });

  it('with a user assigns the lead and returns the plan', async () => {
    const { decide } = open({ leadRules: [rule({ assignUserId: 4, actionPlanId: 8 })] });
    expect(await decide({ actor: agent })).toMatchObject({ assignedUserId: 4, actionPlanId: 8 });
    expect(await decide({ assignedUserId: 3 })).toMatchObject({ assignedUserId: 3, actionPlanId: 8 });
  });

  it('does not assign historical leads, but may ignore them', async () => {
    const { decide } = open({
      leadRules: [
        rule({ sources: ['spam'], ignore: true }),
        rule({ id: 2, orderWeight: 2, assignUserId: 4, actionPlanId: 8 }),
      ],
    });
    expect(await decide({ historyOnly: true })).toEqual({ ignore: false });
    expect(await decide({ historyOnly: true, source: 'SPAM' })).toEqual({ ignore: true });
  });

  it('of a group rotates over active users; an assigned lead takes no turn', async () => {
    const { decide, turns } = open({ leadRules: [rule({ assignGroupId: 1 })], groups: [group({})] });
    const given = [];
    for (let nth = 0; nth < 4; nth++) given.push((await decide()).assignedUserId);
    expect(given).toEqual([3, 4, 3, 4]);
    expect((await decide({ assignedUserId: 1 })).assignedUserId).toBe(1);
    expect(turns()).toBe(4);
  });

  it('of a group of lenders assigns the lender, and the agent as without the rule', async () => {
    const lenders = group({ type: 'Lender', userIds: [5] });
    const { decide } = open({ leadRules: [rule({ assignGroupId: 1 })], groups: [lenders] });
    expect(await decide({ actor: agent })).toMatchObject({ assignedUserId: 3, assignedLenderId: 5 });
  });

  it('of a first-to-claim group offers the lead to active users for its window', async () => {
    const claimed = group({ distribution: 'first-to-claim', claimWindow: 10 });
    const { decide } = open({ leadRules: [rule({ assignGroupId: 1 })], groups: [claimed] });
    expect(await decide({ actor: agent })).toMatchObject({
      assignedUserId: undefined,
      offer: { groupId: 1, userIds: [3, 4], until: new Date(NOW + 600_000) },
    });
    expect((await decide({ assignedUserId: 4 })).offer).toBeUndefined();
  });

  it('of a pond adds the lead to the pond, unassigned', async () => {
    const { decide } = open({
      leadRules: [rule({ assignPondId: 1 })],
      ponds: [{ id: 1, name: 'P', userId: 1, userIds: [4, 3] }],
    });
    expect(await decide({ actor: agent })).toMatchObject({
      assignedUserId: undefined,
      assignedPondId: 1,
      pondUserIds: [1, 3, 4],
    });
  });

  it.each<[string, Partial<LeadRule>, Partial<SettingsParts>]>([
    ['a group that is gone', { assignGroupId: 7 }, {}],
    ['a group without anybody', { assignGroupId: 1 }, { groups: [group({ userIds: [6] })] }],
    [
      'an empty first-to-claim group',
      { assignGroupId: 1 },
      { groups: [group({ userIds: [], distribution: 'first-to-claim' })] },
    ],
    ['a pond that is gone', { assignPondId: 7 }, {}],
    ['a disabled user', { assignUserId: 6 }, {}],
    ['an invited user', { assignUserId: 8 }, {}],
    ['a deleted plan', { assignUserId: 4, actionPlanId: 9 }, { deletedPlanIds: [9] }],
  ])('that names %s: the sender’s key decides', async (_what, part, settings) => {
    const { decide } = open({ ...settings, leadRules: [rule(part)] });
    expect(await decide({ actor: agent })).toMatchObject({ ignore: false, assignedUserId: 3 });
  });

  it.each<[string, Partial<LeadRule>]>([
    ['a deleted group', { assignGroupId: 7 }],
    ['a deleted pond', { assignPondId: 7 }],
    ['a disabled user', { assignUserId: 6 }],
    ['a deleted plan', { actionPlanId: 9 }],
  ])('D13.3 that names %s is passed over: the next rule decides', async (_what, part) => {
    const next = rule({ id: 2, orderWeight: 2, assignUserId: 4 });
    const { decide } = open({ deletedPlanIds: [9], leadRules: [rule(part), next] });
    expect(await decide()).toMatchObject({ assignedUserId: 4 });
  });
});

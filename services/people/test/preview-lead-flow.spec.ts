import { createUserMessage } from '@porchlight/backend/test/service';
import { formatTopic } from '@porchlight/bus';
import { allActions, leadFlows, ponds } from '@porchlight/contracts';
import { eventually, expectRefusal } from '@porchlight/testkit';
import { publishGroup } from './group-change';
import type { Account } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const PREVIEW = allActions.find(({ rpc }) => rpc === 'previewLeadFlow')!;

const LEAD = { type: 'Registration', source: 'Portal', person: { emails: [{ value: 'ann@example.com' }] } };

const preview = async (user: Account['owner'], body: object = LEAD, query = '') =>
  (await user.act(PREVIEW, { body, query })).body as Record<string, unknown> & { rules: readonly object[] };

/** A rule that gives leads to a group, once the group has arrived. */
const createGroupRule = async ({ owner, accountId }: Account, group: object) => {
  await publishGroup(suite.bus, accountId, { id: 7, ...group });
  return eventually(() => owner.on(leadFlows).create({ assignGroupId: 7 }));
};

const pause = ({ accountId }: Account, id: number, name: string) =>
  suite.bus.publish(formatTopic('auth'), [
    createUserMessage(accountId, { id, name, role: 'Agent', version: 9, pauseLeadDistribution: true }),
  ]);

describe('POST /v1/leadFlows/preview', () => {
  it('given rules, then each says whether it takes the lead, and which conditions fail', async () => {
    const { owner } = await suite.newAccount();
    const create = async (rule: object) => (await owner.on(leadFlows).create(rule))['id'];
    const other = await create({ sources: ['Other'], minPrice: 100, assignUserId: 3 });
    const taker = await create({ sources: ['https://www.portal/'], assignUserId: 4 });
    const later = await create({ assignUserId: 3 });
    const seller = await create({ types: ['Seller Inquiry'], assignUserId: 3 });
    expect(await preview(owner)).toEqual({
      cause: 'rule',
      ruleId: taker,
      personId: null,
      matchedBy: null,
      assignedUserId: 4,
      assignedLenderId: null,
      assignedPondId: null,
      offeredGroupId: null,
      offeredUserIds: [],
      offeredUntil: null,
      actionPlanId: null,
      unavailableUserIds: [],
      rules: [
        { ruleId: other, result: 'doesNotFit', unmet: ['source', 'price'] },
        { ruleId: taker, result: 'takesLead', unmet: [] },
        { ruleId: later, result: 'comesLater', unmet: [] },
        { ruleId: seller, result: 'doesNotFit', unmet: ['type'] },
      ],
    });
  });

  it('given previews, then nothing is stored, and the leads that follow go where they said', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    await createGroupRule(account, { userIds: [3, 4] });
    const assignees: unknown[] = [];
    const assigned: unknown[] = [];
    for (const name of ['A', 'B', 'C']) {
      await preview(owner, { person: { name } });
      assignees.push((await preview(owner, { person: { name } }))['assignedUserId']);
      assigned.push((await owner.send({ person: { name } })).person['assignedUserId']);
    }
    expect(assigned).toEqual([3, 4, 3]);
    expect(assignees).toEqual(assigned);
    expect((await owner.listPeople()).total).toBe(3);
    expect((await owner.listEvents()).total).toBe(3);
  });

  it('given a paused agent, then the others of the group get the lead, and the agent is named', async () => {
    const account = await suite.newAccount();
    await createGroupRule(account, { userIds: [3, 4] });
    await pause(account, 3, 'Ada Agent');
    await eventually(async () =>
      expect(await preview(account.owner)).toMatchObject({ assignedUserId: 4, unavailableUserIds: [3] }),
    );
  });

  it('given a group whose users claim, then the users and the end of the offer are named', async () => {
    const account = await suite.newAccount();
    const rule = await createGroupRule(account, { userIds: [3, 4], distribution: 'first-to-claim', claimWindow: 10 });
    const answer = await preview(account.owner);
    expect(answer).toMatchObject({
      cause: 'rule',
      ruleId: rule['id'],
      assignedUserId: null,
      offeredGroupId: 7,
      offeredUserIds: [3, 4],
    });
    expect(Date.parse(String(answer['offeredUntil'])) - Date.now()).toBeLessThanOrEqual(600_000);
  });

  it('given a pond, then the pond gets the lead', async () => {
    const { owner } = await suite.newAccount();
    const pond = await owner.on(ponds).create({ name: 'Old leads', userId: 3 });
    await owner.on(leadFlows).create({ assignPondId: pond['id'] });
    expect(await preview(owner)).toMatchObject({ cause: 'rule', assignedPondId: pond['id'], assignedUserId: null });
  });

  it('given a rule that ignores the source, then the lead is ignored', async () => {
    const { owner } = await suite.newAccount();
    const rule = await owner.on(leadFlows).create({ sources: ['Portal'], ignore: true });
    expect(await preview(owner)).toMatchObject({ cause: 'ignored', ruleId: rule['id'], assignedUserId: null });
  });

  it('given no rule, then the user whose key sends the lead gets it', async () => {
    const { owner } = await suite.newAccount();
    expect(await preview(owner)).toMatchObject({ cause: 'noRules', assignedUserId: null });
    expect(await preview(owner, LEAD, 'senderId=3')).toMatchObject({ cause: 'noRules', assignedUserId: 3 });
    expect(await preview(owner, LEAD, 'senderId=5')).toMatchObject({ cause: 'noRules', assignedLenderId: 5 });
  });

  it('given a known person, then the person keeps its user, and no rule is compared', async () => {
    const { owner, agent } = await suite.newAccount();
    const { person } = await agent.send(LEAD);
    await owner.on(leadFlows).create({ assignUserId: 4 });
    expect(await preview(owner)).toMatchObject({
      cause: 'knownPerson',
      personId: person['id'],
      matchedBy: { kind: 'email', value: 'ann@example.com' },
      assignedUserId: 3,
      rules: [],
    });
  });

  it('given a lead of the past, then no rule assigns it', async () => {
    const { owner } = await suite.newAccount();
    await owner.on(leadFlows).create({ assignUserId: 4 });
    const answer = await preview(owner, { ...LEAD, occurredAt: '2020-01-02T03:04:05Z' });
    expect(answer).toMatchObject({ cause: 'historical', assignedUserId: null });
  });

  it('given bad input, then it is refused', async () => {
    const { owner, agent } = await suite.newAccount();
    await expectRefusal(preview(owner, { source: 'Portal' }), 'NOTHING_TO_IDENTIFY');
    await expectRefusal(preview(owner, { person: { id: 99 } }), 'NOT_FOUND');
    await expectRefusal(preview(owner, LEAD, 'senderId=99'), 'UNKNOWN_REFERENCE');
    expect((await agent.listPeople()).total).toBe(0);
  });
});

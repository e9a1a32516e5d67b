import { allActions, leadFlows, ponds } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { publishGroup } from './group-change';
import type { Account } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const JOURNEY = allActions.find(({ rpc }) => rpc === 'readEventJourney')!;
const MERGE = allActions.find(({ rpc }) => rpc === 'mergePeople')!;
const ERASE = allActions.find(({ rpc }) => rpc === 'erasePerson')!;
const CLAIM = allActions.find(({ rpc }) => rpc === 'claimPerson')!;

interface Step {
  readonly step: string;
  readonly at: string;
  readonly [name: string]: unknown;
}
interface Journey {
  readonly personId: number;
  readonly steps: readonly Step[];
}

const read = async (user: Account['owner'], id: number): Promise<Journey> =>
  (await user.act(JOURNEY, { id })).body as Journey;
const find = ({ steps }: Journey, name: string): Step[] => steps.filter(({ step }) => step === name);

const LEAD = { type: 'Registration', source: 'Portal', person: { emails: [{ value: 'ann@example.com' }] } };

describe('D13.9 (3) GET /v1/events/{id}/journey', () => {
  it('given a new lead, then its steps are received, matched and routed, each with a time', async () => {
    const { owner } = await suite.newAccount();
    const { eventId, person } = await owner.send({ ...LEAD, color: 'red' }, { mode: 'lead' }, 'Site');
    const journey = await read(owner, eventId);
    expect(journey.steps.map(({ step }) => step).slice(0, 3)).toEqual(['received', 'matched', 'routed']);
    expect(find(journey, 'received')).toMatchObject([
      { system: 'Site', source: 'Portal', type: 'Registration', ignored: ['color'] },
    ]);
    expect(find(journey, 'matched')).toMatchObject([{ personId: person['id'], created: true }]);
    for (const { at } of journey.steps) expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(120_000);
  });

  it('given a lead of the past, then received has the time of its arrival', async () => {
    const { owner } = await suite.newAccount();
    const { eventId } = await owner.send({ ...LEAD, occurredAt: '2020-01-02T03:04:05Z' });
    const journey = await read(owner, eventId);
    expect(find(journey, 'received')[0]!.at).not.toMatch(/^2020/);
    expect(find(journey, 'routed')).toMatchObject([{ cause: expect.stringMatching(/^(noRules|historical)$/) }]);
  });

  it.each([
    ['email', { emails: [{ value: 'ANN@example.com' }] }, 'ANN@example.com'],
    ['phone', { emails: [{ value: 'new@example.com' }], phones: [{ value: '(415) 555-0133' }] }, '(415) 555-0133'],
  ])('given a known person, then the journey names the %s that matched', async (kind, person, value) => {
    const { owner } = await suite.newAccount();
    const known = { ...LEAD.person, phones: [{ value: '4155550133' }] };
    const first = await owner.send({ ...LEAD, person: known });
    const second = await owner.send({ ...LEAD, message: 'Again', person });
    const journey = await read(owner, second.eventId);
    expect(find(journey, 'matched')).toMatchObject([
      { personId: first.person['id'], created: false, by: { kind, value } },
    ]);
    expect(find(journey, 'routed')).toMatchObject([{ cause: 'knownPerson' }]);
  });

  it('given a rule that fits, then the journey names the rule and who got the lead', async () => {
    const { owner } = await suite.newAccount();
    const rule = await owner.on(leadFlows).create({ sources: ['Portal'], assignUserId: 3 });
    const { eventId } = await owner.send(LEAD);
    const journey = await read(owner, eventId);
    expect(find(journey, 'routed')).toMatchObject([{ cause: 'rule', ruleId: rule['id'] }]);
    expect(find(journey, 'assigned')).toMatchObject([{ userId: 3 }]);
  });

  it('given rules that do not fit, then the journey names each with its condition', async () => {
    const { owner } = await suite.newAccount();
    const bySource = await owner.on(leadFlows).create({ sources: ['Other'], assignUserId: 3 });
    const byType = await owner.on(leadFlows).create({ types: ['Seller Inquiry'], assignUserId: 3 });
    const byPrice = await owner.on(leadFlows).create({ minPrice: 100, assignUserId: 3 });
    const byCode = await owner.on(leadFlows).create({ postalCodes: ['78701'], assignUserId: 3 });
    const { eventId } = await owner.send(LEAD);
    expect(find(await read(owner, eventId), 'routed')).toMatchObject([
      {
        cause: 'noRuleFits',
        unmet: [
          { ruleId: bySource['id'], condition: 'source' },
          { ruleId: byType['id'], condition: 'type' },
          { ruleId: byPrice['id'], condition: 'price' },
          { ruleId: byCode['id'], condition: 'postalCode' },
        ],
      },
    ]);
  });

  it('given an account without rules, then the journey says so', async () => {
    const { owner } = await suite.newAccount();
    const { eventId } = await owner.send(LEAD);
    expect(find(await read(owner, eventId), 'routed')).toMatchObject([{ cause: 'noRules' }]);
  });

  it('given a rule with a pond, then the lead is assigned to the pond', async () => {
    const { owner } = await suite.newAccount();
    const pond = await owner.on(ponds).create({ name: 'Pond', userId: 1 });
    await owner.on(leadFlows).create({ assignPondId: pond['id'] });
    const { eventId } = await owner.send(LEAD);
    const journey = await read(owner, eventId);
    expect(find(journey, 'routed')).toMatchObject([{ cause: 'rule' }]);
    expect(find(journey, 'assigned')).toMatchObject([{ pondId: pond['id'] }]);
  });

  it('given a lead that names its user, then the journey says that the lead decided', async () => {
    const { owner } = await suite.newAccount();
    await owner.on(leadFlows).create({ assignUserId: 3 });
    const { eventId } = await owner.send({ ...LEAD, person: { ...LEAD.person, assignedUserId: 2 } });
    expect(find(await read(owner, eventId), 'routed')).toMatchObject([{ cause: 'assignedByLead' }]);
  });

  it('given an offered lead that a user claims, then the claim is a step', async () => {
    const { owner, agent, accountId } = await suite.newAccount();
    await publishGroup(suite.bus, accountId, { id: 7, userIds: [4, 3], distribution: 'first-to-claim' });
    await eventually(() => owner.on(leadFlows).create({ assignGroupId: 7 }));
    const { eventId, person } = await owner.send(LEAD);
    expect(find(await read(owner, eventId), 'assigned')).toMatchObject([{ groupId: 7 }]);
    await agent.act(CLAIM, { body: { personId: person['id'] } });
    expect(find(await read(owner, eventId), 'assigned')).toMatchObject([
      { groupId: 7 },
      { userId: 3, cause: 'claimed' },
    ]);
  });

  it('given a caller who may not see the event, then 404', async () => {
    const { owner, agent } = await suite.newAccount();
    const other = await suite.newAccount();
    await owner.on(leadFlows).create({ assignUserId: 2 });
    const { eventId } = await owner.send(LEAD);
    await expectRefusal(read(agent, eventId), 'NOT_FOUND');
    await expectRefusal(read(other.owner, eventId), 'NOT_FOUND');
  });

  it('when the person is merged, then the journey moves with its event', async () => {
    const { owner } = await suite.newAccount();
    const { eventId, person } = await owner.send(LEAD);
    const survivor = await owner.send({ ...LEAD, person: { emails: [{ value: 'bea@example.com' }] } });
    await owner.act(MERGE, { id: survivor.person['id'] as number, body: { otherId: person['id'] } });
    await eventually(async () => expect((await read(owner, eventId)).personId).toBe(survivor.person['id']));
    expect(find(await read(owner, eventId), 'matched')).toMatchObject([{ personId: survivor.person['id'] }]);
  });

  it('when the person is erased, then the journey is erased', async () => {
    const { owner } = await suite.newAccount();
    const { eventId, person } = await owner.send(LEAD);
    await owner.act(ERASE, { id: person['id'] as number });
    await eventually(() => expectRefusal(read(owner, eventId), 'NOT_FOUND'));
  });
});

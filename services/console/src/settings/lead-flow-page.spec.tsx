import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import { now } from '../components/current-time';
import type { LeadPreview } from './describe-preview';
import type { Rule } from './lead-flow-rule';
import LeadFlowPage from './lead-flow-page';

const rule = (part: Partial<Rule>): Rule =>
  ({ id: 1, name: null, sources: [], types: [], postalCodes: [], ignore: false, orderWeight: 1000, ...part }) as Rule;
describe('the lead flow', () => {
  const WEB = rule({
    id: 1,
    name: 'Web',
    sources: ['harbor.example'],
    minPrice: 500_000,
    maxPrice: 1_000_000,
    assignUserId: 8,
    actionPlanId: 5,
  });
  const PREVIEW: LeadPreview = {
    cause: 'rule',
    ruleId: 1,
    personId: null,
    matchedBy: null,
    assignedUserId: null,
    assignedLenderId: null,
    assignedPondId: null,
    offeredGroupId: null,
    offeredUserIds: [],
    offeredUntil: null,
    actionPlanId: null,
    unavailableUserIds: [],
    rules: [],
  };
  const open = (rules: readonly Rule[] = [WEB], preview: Partial<LeadPreview> | Response = {}) => ({
    sent: fakeApi({
      'GET /v1/leadFlows': createList('leadFlows', rules),
      'POST /v1/leadFlows': { id: 9 },
      'POST /v1/leadFlows/preview': preview instanceof Response ? preview : { ...PREVIEW, ...preview },
      'GET /v1/users': createList('users', [
        { id: 8, name: 'Leo Marsh', role: 'Agent', status: 'Active' },
        { id: 9, name: 'Ana Kowalski', role: 'Agent', status: 'Active', pauseLeadDistribution: true },
      ]),
      'GET /v1/groups': createList('groups', [{ id: 3, name: 'Weekend', distribution: 'round-robin', users: [] }]),
      'GET /v1/ponds': createList('ponds', [{ id: 4, name: 'Old leads' }]),
      'GET /v1/actionPlans': createList('actionPlans', [{ id: 5, name: 'First week' }]),
    }),
    ...show(<LeadFlowPage />),
  });
  const ask = async ({ user }: ReturnType<typeof open>): Promise<HTMLElement> => {
    const card = within(await screen.findByRole('region', { name: 'Who would get this lead?' }));
    await user.type(card.getByLabelText('Source'), 'harbor.example');
    await user.type(card.getByLabelText('Price'), '600,000');
    await user.click(card.getByRole('button', { name: 'Find out' }));
    return card.findByRole('status');
  };

  test('given a rule with prices, then it names the range, the user and the plan', async () => {
    open();
    await screen.findByRole('row', {
      name: /^Web from harbor.example; at least 500,000; at most 1,000,000 Leo Marsh First week/,
    });
  });

  test('given a rule that ignores leads, and one for a pond that is unknown, then both say so', async () => {
    open([rule({ id: 2, name: 'Spam', sources: ['spam.example'], ignore: true }), rule({ id: 3, assignPondId: 99 })]);
    await screen.findByRole('row', { name: /^Spam from spam.example Ignored/ });
    screen.getByRole('row', { name: /^Rule 3 All leads pond 99/ });
  });

  test('given a new rule, then it is created with its conditions and its target', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Create rule' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Name'), 'Downtown');
    await user.type(dialog.getByLabelText('Postal codes'), '78701\n78702');
    await user.type(dialog.getByLabelText('Lowest price'), '250,000');
    await user.selectOptions(dialog.getByLabelText('Leads go to'), 'Weekend');
    await user.click(dialog.getByRole('button', { name: 'Create rule' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Downtown',
      sources: [],
      types: [],
      minPrice: 250_000,
      maxPrice: null,
      postalCodes: ['78701', '78702'],
      assignUserId: null,
      assignGroupId: 3,
      assignPondId: null,
      actionPlanId: null,
      ignore: false,
    });
  });

  test('given a lead, then the service is asked with its values and the sender', async () => {
    const opened = open();
    const card = within(await screen.findByRole('region', { name: 'Who would get this lead?' }));
    await opened.user.type(card.getByLabelText('Postal code'), '78701');
    await opened.user.type(card.getByLabelText('Email or phone'), 'ann@example.com');
    await card.findByRole('option', { name: 'Leo Marsh' });
    await opened.user.selectOptions(card.getByLabelText('Sent with the key of'), 'Leo Marsh');
    await ask(opened);
    await waitFor(() =>
      expect(opened.sent.find(({ path }) => path.startsWith('/v1/leadFlows/preview'))).toMatchObject({
        path: '/v1/leadFlows/preview?senderId=8',
        body: {
          type: 'Property Inquiry',
          source: 'harbor.example',
          person: {
            name: 'Sample lead',
            emails: [{ value: 'ann@example.com' }],
            price: 600_000,
            addresses: [{ code: '78701' }],
          },
        },
      }),
    );
  });

  test('given a lead that a rule takes, then user, rule and plan are named', async () => {
    const answer = await ask(open([WEB], { assignedUserId: 8, actionPlanId: 5 }));
    await within(answer).findByText('Leo Marsh gets it.');
    within(answer).getByText(/^By “Web”: from harbor.example/);
    await within(answer).findByText('The action plan First week starts.');
  });

  test('given a rule for a group, then passed-over users are named, and why other rules do not take the lead', async () => {
    const rest = rule({ id: 2, name: 'Rest', assignGroupId: 3 });
    const answer = await ask(
      open([WEB, rest, rule({ id: 3, name: 'All' }), rule({ id: 4, name: 'Gone' })], {
        ruleId: 2,
        assignedUserId: 8,
        unavailableUserIds: [9],
        rules: [
          { ruleId: 1, result: 'doesNotFit', unmet: ['source', 'postalCode'] },
          { ruleId: 2, result: 'takesLead', unmet: [] },
          { ruleId: 3, result: 'comesLater', unmet: [] },
          { ruleId: 4, result: 'passedOver', unmet: [] },
        ],
      }),
    );
    await within(answer).findByText('Paused or not active, so passed over: Ana Kowalski.');
    within(answer).getByText('By “Rest”: All leads.');
    await within(answer).findByText('Users of Weekend get its leads.');
    within(answer).getByText('“Web” does not: another source, another postal code.');
    within(answer).getByText('“All” fits too, but comes later.');
    within(answer).getByText('“Gone” is passed over: it names a deleted record or a disabled user.');
  });

  test('given a rule for a group that claims, then it says for how long', async () => {
    const offeredUntil = new Date(now() + 15 * 60_000).toISOString();
    const answer = await ask(open([WEB], { offeredGroupId: 3, offeredUserIds: [8], offeredUntil }));
    await within(answer).findByText('The first who claims it within 15 minutes gets it: Leo Marsh (Weekend).');
  });

  test.each<[string, Partial<LeadPreview>, RegExp]>([
    ['a rule without an available user', { cause: 'noAvailableUser' }, /^No user of “Web” gets leads now/],
    ['no rule that fits', { cause: 'noRuleFits', ruleId: null }, /^No rule takes it/],
    [
      'no rule that fits, and the key of an agent',
      { cause: 'noRuleFits', ruleId: null, assignedUserId: 8 },
      /^No rule takes it\. The user whose key sends the lead gets it\.$/,
    ],
    [
      'no rule that fits, and the key of an owner',
      { cause: 'noRuleFits', ruleId: null },
      /^No rule takes it\. It is sent with the key of an owner or a broker, so it stays unassigned\.$/,
    ],
    ['a rule that ignores leads', { cause: 'ignored' }, /the lead is ignored, and nothing is stored/],
    ['a pond', { assignedPondId: 4 }, /goes to the pond Old leads/],
    [
      'a known person',
      { cause: 'knownPerson', ruleId: null, assignedUserId: 8, matchedBy: { kind: 'phone', value: '5125550142' } },
      /^Leo Marsh keeps it/,
    ],
  ])('given %s, then it says so', async (_what, preview, text) => {
    const answer = await ask(open([WEB], preview));
    await within(answer).findByText(text);
  });

  test('given a lead that the service refuses, then its message is shown', async () => {
    await ask(open([WEB], refuse(400, 'INVALID_BODY', 'The lead names no person.')));
    await screen.findByText(/The lead names no person/);
  });
});

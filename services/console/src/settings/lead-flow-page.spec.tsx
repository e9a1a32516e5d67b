import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import { findLeadRule, findUnmet } from './find-lead-rule';
import type { Rule } from './lead-flow-rule';
import LeadFlowPage from './lead-flow-page';

const rule = (part: Partial<Rule>): Rule =>
  ({ id: 1, name: null, sources: [], types: [], postalCodes: [], ignore: false, orderWeight: 1000, ...part }) as Rule;
const LEAD = { source: 'Zillow.com', type: 'Property Inquiry', price: 300_000, postalCode: '78701-1234' };

describe('a rule of lead flow compares as the service does (D4.20, D13.5)', () => {
  test.each<[string, Partial<Rule>, string | undefined]>([
    ['no condition', {}, undefined],
    ['its source in other letters', { sources: ['other', ' https://www.zillow.COM/ '] }, undefined],
    ['another source', { sources: ['notzillow.com'] }, 'source'],
    ['a source of which nothing remains', { sources: ['www.'] }, 'source'],
    ['its type', { types: ['Property Inquiry'] }, undefined],
    ['inquiries of any kind', { types: ['Inquiry'] }, undefined],
    ['another type', { types: ['Registration'] }, 'type'],
    ['its price as the lowest', { minPrice: 300_000 }, undefined],
    ['a higher price', { minPrice: 300_001 }, 'price'],
    ['a lower price', { maxPrice: 299_999 }, 'price'],
    ['its postal code without the last part', { postalCodes: ['78701'] }, undefined],
    ['another postal code', { postalCodes: ['78702'] }, 'postal code'],
  ])('given a rule with %s, then what is not met is found', (_what, part, unmet) => {
    expect(findUnmet(rule(part), LEAD)).toBe(unmet);
  });

  test('given a lead without a price, then a rule with a price does not take it', () => {
    expect(findUnmet(rule({ minPrice: 0 }), { ...LEAD, price: null })).toBe('price');
  });

  test('given several rules that fit, then the first one takes the lead', () => {
    const rules = [rule({ id: 1, types: ['Registration'] }), rule({ id: 2 }), rule({ id: 3 })];
    expect(findLeadRule(rules, LEAD)).toMatchObject({ rule: { id: 2 }, passed: [{ unmet: 'type' }] });
  });
});

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
  const MEMBERS = [
    { id: 8, name: 'Leo Marsh' },
    { id: 9, name: 'Ana Kowalski' },
  ];
  const open = (rules: readonly Rule[] = [WEB]) => ({
    sent: fakeApi({
      'GET /v1/leadFlows': createList('leadFlows', rules),
      'POST /v1/leadFlows': { id: 9 },
      'GET /v1/users': createList('users', [
        { id: 8, name: 'Leo Marsh', role: 'Agent', status: 'Active' },
        { id: 9, name: 'Ana Kowalski', role: 'Agent', status: 'Active', pauseLeadDistribution: true },
      ]),
      'GET /v1/groups': createList('groups', [
        { id: 3, name: 'Weekend', distribution: 'round-robin', users: MEMBERS },
        { id: 4, name: 'Fast', distribution: 'first-to-claim', users: MEMBERS, claimWindow: 15 },
        { id: 5, name: 'Empty', distribution: 'round-robin', users: [] },
      ]),
      'GET /v1/ponds': createList('ponds', [{ id: 4, name: 'Old leads' }]),
      'GET /v1/actionPlans': createList('actionPlans', [{ id: 5, name: 'First week' }]),
    }),
    ...show(<LeadFlowPage />),
  });
  const ask = async ({ user }: ReturnType<typeof open>, source: string): Promise<HTMLElement> => {
    const card = within(await screen.findByRole('region', { name: 'Who would get this lead?' }));
    await user.type(card.getByLabelText('Source'), source);
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

  test('given a lead that a rule takes, then the user is named', async () => {
    const answer = await ask(open(), 'harbor.example');
    await within(answer).findByText('Leo Marsh gets it.');
  });

  test('given a rule for a group in turn, then its available user is named, and why other rules do not take it', async () => {
    const answer = await ask(open([WEB, rule({ id: 2, name: 'Rest', assignGroupId: 3 })]), 'other.example');
    await within(answer).findByText('Leo Marsh gets it: the only available user of Weekend.');
    within(answer).getByText('“Web” does not: another source.');
  });

  test('given a rule for a group that claims, then it says for how long', async () => {
    const answer = await ask(open([rule({ id: 2, assignGroupId: 4 })]), 'other.example');
    await within(answer).findByText('The first who claims it within 15 minutes gets it: Leo Marsh (Fast).');
  });

  test('given a rule for a group without an available user, then it says so', async () => {
    const answer = await ask(open([rule({ id: 2, assignGroupId: 5 })]), 'other.example');
    await within(answer).findByText('No user: all users of Empty are paused or disabled.');
  });

  test('given a user who gets no leads now, then it says so', async () => {
    const answer = await ask(open([rule({ id: 2, assignUserId: 9 })]), 'other.example');
    await within(answer).findByText(/^Ana Kowalski gets no leads now/);
  });

  test('given no rule that takes the lead, then it says so', async () => {
    const answer = await ask(open(), 'other.example');
    await within(answer).findByText(/^No rule takes it/);
  });
});

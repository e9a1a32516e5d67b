import { leadFlows, type LeadFlow } from '@porchlight/contracts';
import { systemCall, type ResourceStore } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { AccountSettings, createFindExisting, DEFAULT_STAGES, type LeadRule } from '../settings';
import { findRule, listUnmetConditions, matchesRule } from './lead-flow';
import type { LeadFlowDocument } from './lead-flow-document';

const rule = (part: Partial<LeadRule>): LeadRule => ({
  id: 1,
  orderWeight: 1000,
  sources: [],
  types: [],
  postalCodes: [],
  ignore: false,
  ...part,
});
const lead = {
  source: 'Zillow.com',
  type: 'Property Inquiry',
  price: 300_000,
  postalCodes: ['78701-1234', 'sw1a 1aa'],
};
const settings = new AccountSettings(
  DEFAULT_STAGES,
  [
    { id: 3, name: 'Ada Agent', role: 'Agent', status: 'Active' },
    { id: 5, name: 'Len Lender', role: 'Lender', status: 'Active' },
  ],
  [],
  false,
  {
    groups: [{ id: 1, name: 'G', type: 'Agent', distribution: 'round-robin', userIds: [3] }],
    ponds: [{ id: 1, name: 'P', userIds: [3] }],
    leadRules: [rule({ id: 9, orderWeight: 5 }), rule({ id: 2, orderWeight: 5 }), rule({ id: 7, orderWeight: 1 })],
  },
);

const call = systemCall(1, new AbortController().signal);

/** The rules of an account with these settings. */
const openRules = async () => {
  const store = await openLoneStore({ service: 'people' });
  const settingsCache = { load: async () => settings, cached: () => settings, forget: () => undefined };
  const rules: ResourceStore<LeadFlow, LeadFlowDocument> = store.resource({
    descriptor: leadFlows,
    findExisting: createFindExisting(settingsCache, { plans: { byId: async () => undefined } as never }, store),
  });
  const toRecord = (part: Partial<LeadRule>): LeadFlow => {
    const { sources, types, postalCodes, ...rest } = rule(part);
    return { ...rest, sources: [...sources], types: [...types], postalCodes: [...postalCodes], id: 0, version: 0 };
  };
  return {
    rules,
    create: (part: Partial<LeadRule>) => rules.create(call, toRecord(part), Object.keys(part)),
    update: (id: number, part: Partial<LeadRule>) => rules.update(call, id, toRecord(part), Object.keys(part)),
  };
};

describe('a rule of lead flow', () => {
  it('given a lead that meets some of its conditions, then the others are listed in their order', () => {
    const narrow = rule({ sources: ['other'], types: ['Inquiry'], maxPrice: 1, postalCodes: ['10115'] });
    expect(listUnmetConditions(narrow, lead)).toEqual(['source', 'price', 'postalCode']);
  });

  it.each<[string, Partial<LeadRule>, boolean]>([
    ['nothing', {}, true],
    ['its source in other letters', { sources: ['other', ' zillow.COM '] }, true],
    ['another source', { sources: ['other'] }, false],
    ['its type', { types: ['Property Inquiry'] }, true],
    ['inquiries of any kind', { types: ['Inquiry'] }, true],
    ['another type', { types: ['Registration'] }, false],
    ['a price from its own on', { minPrice: 300_000 }, true],
    ['a price up to its own', { maxPrice: 300_000 }, true],
    ['a higher price', { minPrice: 300_001 }, false],
    ['a lower price', { maxPrice: 299_999 }, false],
    ['its postal code without the last part', { postalCodes: ['78701'] }, true],
    ['its postal code in other letters', { postalCodes: ['SW1A 1AA'] }, true],
    ['another postal code', { postalCodes: ['78702'] }, false],
    ['its source and another type', { sources: ['zillow.com'], types: ['Registration'] }, false],
  ])('that requires %s', (_what, part, fits) => expect(matchesRule(rule(part), lead)).toBe(fits));

  it.each([
    ['zillow.com', 'https://www.Zillow.com/', true],
    ['https://zillow.com', 'zillow.com', true],
    ['WWW.zillow.com//', 'http://zillow.com', true],
    ['zillow.com/rentals', 'https://zillow.com/rentals/', true],
    ['zillow.com', 'zillow.com/rentals', false],
    ['zillow.com', 'notzillow.com', false],
    ['www', 'zillow.com', false],
  ])('D13.5 sources: given %s and a lead from %s, then it fits: %s', (source, sent, fits) =>
    expect(matchesRule(rule({ sources: [source] }), { ...lead, source: sent })).toBe(fits),
  );

  it.each([['www.'], ['https://'], [' / ']])(
    'D13.3 conditions: given the source %j, of which nothing remains, then it fits no lead',
    (source) => {
      for (const sent of [source, '', 'zillow.com'])
        expect(matchesRule(rule({ sources: [source] }), { ...lead, source: sent })).toBe(false);
    },
  );

  it('that requires a price does not match a lead without a price', () =>
    expect(matchesRule(rule({ minPrice: 1 }), { ...lead, price: undefined })).toBe(false));

  it('is ordered by weight, then age, and the first match decides', () => {
    expect(settings.leadRules.map(({ id }) => id)).toEqual([7, 2, 9]);
    const rules = [rule({ id: 1, types: ['Registration'] }), rule({ id: 2 }), rule({ id: 3 })];
    expect(findRule(rules, lead)?.id).toBe(2);
    expect(findRule([], lead)).toBeUndefined();
  });

  it.each<[string, Partial<LeadRule>, string]>([
    ['two targets', { assignUserId: 3, assignPondId: 1 }, 'INVALID_BODY'],
    ['a target beside ignoring', { ignore: true, assignUserId: 3 }, 'INVALID_BODY'],
    ['a plan beside ignoring', { ignore: true, actionPlanId: 3 }, 'INVALID_BODY'],
    ['bounds the wrong way round', { minPrice: 2, maxPrice: 1 }, 'INVALID_BODY'],
    ['an unknown user', { assignUserId: 4 }, 'UNKNOWN_REFERENCE'],
    ['a lender as user', { assignUserId: 5 }, 'UNKNOWN_REFERENCE'],
    ['an unknown group', { assignGroupId: 4 }, 'UNKNOWN_REFERENCE'],
    ['an unknown pond', { assignPondId: 4 }, 'UNKNOWN_REFERENCE'],
  ])('with %s is refused', async (_what, part, reason) => {
    const { create } = await openRules();
    await expect(create(part)).rejects.toMatchObject({ reason });
  });

  it('keeps a deleted target until the target changes', async () => {
    const { rules, create, update } = await openRules();
    const { record } = await create({ assignUserId: 3 });
    await rules.modify(call, record.id, (before) => ({ ...before, assignUserId: 4 }));
    expect((await update(record.id, { assignUserId: 4, minPrice: 1 })).record.assignUserId).toBe(4);
  });
});

import {
  changedCustomField,
  formatCustomName,
  labelCondition,
  newCustomField,
  assertUniqueName,
  type CustomFieldInput,
} from './custom-field';

const core = {
  resource: 'people',
  fields: { customFields: {}, name: {} },
  filters: { customerSince: { type: 'time', match: 'above' } },
} as const;
const field = (input: object): CustomFieldInput => ({ label: 'Any', type: 'text', choices: [], ...input });
const make = (input: object) => newCustomField([], field(input), core, 1000);
const createFields = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    label: `F${at}`,
  }));

describe('a custom field', () => {
  it.each([
    ['Budget', 'customBudget'],
    ['move-in date (approx.)', 'customMoveInDateApprox'],
    ['  HOA-fee (yearly) ', 'customHOAFeeYearly'],
    ["buyer's agent", 'customBuyersAgent'],
    ['2nd Home', 'custom2ndHome'],
    ['größe', 'customGröße'],
    ['予算 上限', 'custom予算上限'],
    ['नाम', 'customनम'],
    ['re\u0301sume\u0301', 'customRésumé'],
    ['MLS ID', 'customMLSID'],
    ['x'.repeat(255), `customX${'x'.repeat(199)}`],
  ])('is called by its label: %s', (label, name) => expect(formatCustomName(label, core)).toBe(name));

  it.each([['!!!'], ['   '], ['Fields'], ['fields']])('cannot have the label %j', (label) => {
    expect(() => formatCustomName(label, core)).toThrow(expect.objectContaining({ reason: 'INVALID_BODY' }));
  });

  it('never has the name of a field or filter of its resource; names are per resource', () => {
    const names = {
      resource: 'deals',
      fields: { customGift: {} },
      filters: { customFee: { type: 'string', match: 'rule' } },
    } as const;
    for (const label of ['gift', 'fee'])
      expect(() => formatCustomName(label, names)).toThrow(/which deals have already/);
    expect(formatCustomName('gift', core)).toBe('customGift');
  });

  it.each([
    [{ type: 'dropdown' }, /choices.*at least one/],
    [{ type: 'dropdown', choices: ['A', 'a '] }, /choices.*twice/],
    [{ type: 'text', choices: ['A'] }, /choices.*dropdown only/],
    [{ type: 'number', isRecurring: true }, /isRecurring.*date only/],
    [{ type: 'text', isRecurring: true, choices: ['a'] }, /dropdown only.*date only/],
  ])('reports invalid combinations: %j', (input, sentence) => expect(() => make(input)).toThrow(sentence));

  it('never changes its type and name; absent fields do not change', () => {
    const before = { ...make({ type: 'dropdown', choices: ['A', 'B'] }), id: 7 };
    expect(changedCustomField(before, field({ label: 'New' }), new Set(['label']))).toEqual({
      ...before,
      label: 'New',
      labelKey: 'new',
    });
    expect(changedCustomField(before, field({ orderWeight: 0 }), new Set(['orderWeight']))).toEqual({
      ...before,
      orderWeight: 0,
    });
    expect(() => changedCustomField(before, field({ type: 'text' }), new Set(['type']))).toThrow(/'type'/);
    expect(() => changedCustomField(before, field({}), new Set(['choices']))).toThrow(/choices/);
    expect(changedCustomField(before, field({ type: 'dropdown' }), new Set(['type']))).toEqual(before);
  });

  it('has a unique label, ignoring case and white space, and is found by it', () => {
    expect(() => newCustomField(createFields(2), field({ label: ' f1 ' }), core, 1000)).toThrow(
      expect.objectContaining({ reason: 'NAME_TAKEN' }),
    );
    expect(() => assertUniqueName(createFields(2), 'F1', 2)).not.toThrow();
    expect(() => assertUniqueName(createFields(2), 'F1', 1)).toThrow(expect.objectContaining({ reason: 'NAME_TAKEN' }));
    expect(labelCondition({ name: 'label', values: ['Move  IN'] })).toEqual({
      labelKey: make({ label: 'move in' }).labelKey,
    });
    expect(labelCondition({ name: 'type', values: ['text'] })).toBeUndefined();
  });
});

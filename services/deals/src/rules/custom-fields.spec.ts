import { applyValues, checkParts, keyOfValue, keysOfFilter, nameOfLabel, shownValues, type FieldDefinition } from './custom-fields';

const fields: FieldDefinition[] = [
  { id: 1, name: 'customCommission', type: 'number', choices: [] },
  { id: 2, name: 'customInspection', type: 'date', choices: [] },
  { id: 3, name: 'customKind', type: 'dropdown', choices: ['Cash', 'Loan'] },
  { id: 4, name: 'customMemo', type: 'text', choices: [] },
];

describe('custom fields of deals', () => {
  it('get their name from their label', () => {
    expect(nameOfLabel('closing gift')).toBe('customClosingGift');
    expect(nameOfLabel('  HOA-fee (yearly) ')).toBe('customHOAFeeYearly');
    for (const label of ['--', 'fields', 'Fields']) expect(() => nameOfLabel(label)).toThrow("Field 'label'");
  });

  it('have parts that fit one another', () => {
    const part = { type: 'text', isRecurring: false, choices: [] as string[] };
    expect(() => checkParts({ ...part, type: 'dropdown', choices: ['a', 'b'] })).not.toThrow();
    expect(() => checkParts({ ...part, type: 'dropdown' })).toThrow('at least one entry');
    expect(() => checkParts({ ...part, type: 'dropdown', choices: ['a', 'A'] })).toThrow('same twice');
    expect(() => checkParts({ ...part, isRecurring: true, choices: ['a'] })).toThrow(/dropdown only.*date only/);
  });

  it('take values of their type, clear by null, drop what belongs to no field any more', () => {
    const given = { customCommission: '"2.5"', customInspection: '"2026-02-28"', customKind: '"cash"', customMemo: 'null' };
    const after = applyValues(fields, { 4: 'old', 99: 'gone' }, given);
    expect(after).toEqual({ 1: 2.5, 2: '2026-02-28', 3: 'Cash' });
    expect(shownValues(fields, after, ['*'])).toEqual({ customCommission: '2.5', customInspection: '"2026-02-28"', customKind: '"Cash"', customMemo: 'null' });
    expect(shownValues(fields, after, ['customKind'])).toEqual({ customKind: '"Cash"' });
    // A choice that was taken away since can be sent back.
    expect(applyValues(fields, { 3: 'Gold' }, { customKind: '"Gold"' })).toEqual({ 3: 'Gold' });
  });

  it('refuse other values and unknown names, all at once', () => {
    const given = { customCommission: '"much"', customInspection: '"2026-02-30"', customKind: '"Gold"', customMemo: '7', customX: '1' };
    expect(() => applyValues(fields, {}, given)).toThrow(
      /customCommission.*number.*customInspection.*day.*customKind.*Cash, Loan.*customMemo.*string.*Unknown fields: 'customX'\./,
    );
  });

  it('are looked up without case, numbers however written', () => {
    expect(keysOfFilter(fields[3]!, ['ÉTÉ '])).toEqual([keyOfValue(4, 'été')]);
    expect(keyOfValue(4, `${'x'.repeat(500)}a`)).not.toBe(keyOfValue(4, `${'x'.repeat(500)}b`));
    expect(keysOfFilter(fields[0]!, ['2.50'])).toEqual([keyOfValue(1, 2.5)]);
  });
});

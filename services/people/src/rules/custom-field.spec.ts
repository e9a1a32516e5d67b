import { changedCustomField, customNameOf, newCustomField } from './custom-field';

const field = (given: object) =>
  ({ id: 0, version: 0, label: 'Any', type: 'text', choices: [], ...given }) as Parameters<typeof newCustomField>[0];

describe('a custom field', () => {
  it.each([
    ['Budget', 'customBudget'],
    ['move-in date (approx.)', 'customMoveInDateApprox'],
    ["buyer's agent", 'customBuyersAgent'],
    ['2nd Home', 'custom2ndHome'],
    ['größe', 'customGröße'],
    ['予算 上限', 'custom予算上限'],
    ['नाम', 'customनम'],
    ['re\u0301sume\u0301', 'customRésumé'],
    ['MLS ID', 'customMLSID'],
    ['x'.repeat(255), `customX${'x'.repeat(199)}`],
  ])('is called by its label: %s', (label, name) => expect(customNameOf(label)).toBe(name));

  it.each([['!!!'], ['   '], ['Fields']])('cannot be called %j', (label) => {
    expect(() => customNameOf(label)).toThrow(expect.objectContaining({ reason: 'INVALID_BODY' }));
  });

  it.each([
    [{ type: 'dropdown' }, /choices.*at least one/],
    [{ type: 'dropdown', choices: ['A', 'a '] }, /choices.*twice/],
    [{ type: 'text', choices: ['A'] }, /choices.*dropdown only/],
    [{ type: 'number', isRecurring: true }, /isRecurring.*date only/],
  ])('says what does not fit: %j', (given, sentence) => expect(() => newCustomField(field(given))).toThrow(sentence));

  it('keeps its type for ever; what is not sent stays', () => {
    const before = newCustomField(field({ type: 'dropdown', choices: ['A', 'B'] }));
    expect(changedCustomField(before, field({ label: 'New' }), new Set(['label']))).toEqual({
      ...before,
      label: 'New',
    });
    expect(() => changedCustomField(before, field({ type: 'text' }), new Set(['type']))).toThrow(/'type'/);
    expect(() => changedCustomField(before, field({}), new Set(['choices']))).toThrow(/choices/);
    expect(changedCustomField(before, field({ type: 'dropdown' }), new Set(['type']))).toEqual(before);
  });
});

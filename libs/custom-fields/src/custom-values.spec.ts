import fc from 'fast-check';
import {
  applyCustomValues,
  formatCustomFacets,
  facetsOfFilter,
  readCustomValues,
  shownCustomValues,
  type CustomDefinition,
  type CustomValues,
} from './custom-values';

const define = (id: number, name: string, type: string, choices: string[] = []): CustomDefinition => ({
  id,
  label: name.slice(6),
  name,
  type,
  choices,
  orderWeight: id * 1000,
});
const definitions = [
  define(1, 'customBudget', 'number'),
  define(2, 'customBirthday', 'date'),
  define(3, 'customColour', 'dropdown', ['Red', 'Dark Blue', 'Straße']),
  define(4, 'customNotes', 'text'),
];
const json = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
const read = (values: object, before?: CustomValues) => readCustomValues(definitions, json(values), before);

describe('custom values', () => {
  it('are parsed by the type of their field; numbers also as form text, choices in their canonical spelling', () => {
    expect(
      read({ customBudget: ' 1.5e3 ', customBirthday: '2024-02-29', customColour: 'dark blue', customNotes: ' x ' }),
    ).toEqual({ 1: 1500, 2: '2024-02-29', 3: 'Dark Blue', 4: ' x ' });
    expect(read({ customBudget: null, customNotes: '' })).toEqual({ 1: null, 4: null });
  });

  it.each(['1.200', '1200.555', '-0.125'])('D13.5 strict writes refuse a number as the text %s', (text) =>
    expect(() => read({ customBudget: text })).toThrow(/'customBudget' must be a number in plain digits/),
  );

  it.each([
    ['1,200', ',', 1200],
    ['1.200', ',', 1.2],
    ['1.200', '.', 1200],
    ['$1,250.50', ',', 1250.5],
    ['12k', ',', 12_000],
    ['-5', ',', -5],
  ] as const)(
    'D13.5 leads: given the number %s where %s separates thousands, then it is %d',
    (text, groupSign, value) =>
      expect(readCustomValues(definitions, json({ customBudget: text }), undefined, { groupSign })).toEqual({
        1: value,
      }),
  );

  it.each(['2027-06-15T00:00:00Z', '2027-06-15 23:30', '2027-06-14T22:00:00-05:00', '2027-06-15'])(
    'D27 date fields: given %s, then it is its UTC day',
    (text) => expect(read({ customBirthday: text })).toEqual({ 2: '2027-06-15' }),
  );

  it.each([1_813_017_600, '1813017600000', 'Tue, 15 Jun 2027 00:00:00 GMT'])(
    'D27 date fields of leads: given %p, then it is its UTC day',
    (value) =>
      expect(readCustomValues(definitions, json({ customBirthday: value }), undefined, { groupSign: ',' })).toEqual({
        2: '2027-06-15',
      }),
  );

  it('D11.1 leads: given numbers and booleans for text, then they are text', () => {
    const body = json({ customNotes: 5, customSize: true, customRooms: 3 });
    const fields = [
      { id: 6, orderWeight: 6000, label: 'Notes', name: 'customNotes', type: 'text', choices: [] },
      { id: 7, orderWeight: 7000, label: 'Size', name: 'customSize', type: 'text', choices: [] },
      { id: 8, orderWeight: 8000, label: 'Rooms', name: 'customRooms', type: 'dropdown', choices: ['2', '3'] },
    ];
    expect(readCustomValues(fields, body, undefined, { groupSign: ',' })).toEqual({ 6: '5', 7: 'true', 8: '3' });
    expect(() => readCustomValues(fields, body)).toThrow("Field 'customNotes' must be a string");
  });

  it.each([
    [{ customBudget: 'much' }, "Field 'customBudget' must be a number."],
    [{ customBudget: '1e400' }, "Field 'customBudget' must be a number."],
    [{ customBudget: true }, "Field 'customBudget' must be a number."],
    [{ customBirthday: '2023-02-29' }, "Field 'customBirthday' must be a day such as 2026-01-31."],
    [{ customBirthday: 20230228 }, "Field 'customBirthday' must be a day such as 2026-01-31."],
    [{ customColour: 'Green' }, "Field 'customColour' must be one of Red, Dark Blue, Straße."],
    [{ customNotes: 5 }, "Field 'customNotes' must be a string of at most 65536 characters."],
    [{ customNotes: 'x'.repeat(65_537) }, "Field 'customNotes' must be a string of at most 65536 characters."],
    [
      { customA: 1, customBudget: 'x', customB: 2 },
      "Field 'customBudget' must be a number. Unknown fields: 'customA', 'customB'.",
    ],
  ])('are rejected with the name and the expected value: %#', (values, sentence) => {
    expect(() => read(values)).toThrow(expect.objectContaining({ reason: 'INVALID_BODY', message: sentence }));
  });

  it('can be sent back unchanged, also if the choice was deleted', () => {
    expect(read({ customColour: 'Pink' }, { 3: 'Pink' })).toEqual({ 3: 'Pink' });
    expect(() => read({ customColour: 'Pink' }, { 3: 'Red' })).toThrow();
  });

  it('of a dropdown match its choices, ignoring blanks and accents', () => {
    expect(read({ customColour: ' DARK  blue' })).toEqual({ 3: 'Dark Blue' });
    const accented = [define(1, 'customKind', 'dropdown', ['\u00e9t\u00e9'])];
    expect(readCustomValues(accented, json({ customKind: 'e\u0301te\u0301' }))).toEqual({ 1: '\u00e9t\u00e9' });
  });

  it('stay if absent, are cleared by null, and are removed with their field', () => {
    const before = { 1: 5, 4: 'x', 99: 'of a deleted field' };
    expect(applyCustomValues(definitions, before, { 4: null })).toEqual({ 1: 5 });
    expect(applyCustomValues(definitions, { 99: 'x' })).toBeUndefined();
    expect(applyCustomValues([define(5, 'customBudget', 'text')], before)).toBeUndefined();
  });

  it('have a common size limit', () => {
    const many = Array.from({ length: 20 }, (_, at) => define(at + 1, `customT${at}`, 'text'));
    const values = Object.fromEntries(many.map(({ id }) => [id, 'x'.repeat(60_000)]));
    expect(() => applyCustomValues(many, undefined, values)).toThrow(
      expect.objectContaining({ reason: 'INVALID_BODY' }),
    );
    // An existing duplicate must not block other changes.
    expect(applyCustomValues(many, values)).toEqual(values);
  });

  it('are rendered on request: by name, null without a value, or all defined ones', () => {
    const values = { 1: 5, 99: 'x' };
    expect(shownCustomValues(definitions, values, [])).toEqual({});
    expect(shownCustomValues(definitions, values, ['customBudget', 'customNotes', 'customElse'])).toEqual({
      customBudget: '5',
      customNotes: 'null',
    });
    expect(Object.keys(shownCustomValues(definitions, values, ['*']))).toHaveLength(definitions.length);
  });

  it('after any sequence of updates contain the last set values', () => {
    const value = fc.oneof(
      fc.record({ name: fc.constant('customBudget'), value: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
      fc.record({
        name: fc.constant('customNotes'),
        value: fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme' }),
      }),
      fc.record({ name: fc.constant('customColour'), value: fc.constantFrom('Red', 'Dark Blue', 'Straße') }),
      fc.record({
        name: fc.constant('customBirthday'),
        value: fc
          .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
          .map((date) => date.toISOString().slice(0, 10)),
      }),
      fc.record({ name: fc.constantFrom(...definitions.map(({ name }) => name)), value: fc.constant(null) }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(value, { maxLength: 4 }), { maxLength: 8 }), (updates) => {
        let stored: CustomValues | undefined;
        const expected: Record<string, unknown> = Object.fromEntries(definitions.map(({ name }) => [name, null]));
        for (const update of updates) {
          const body = Object.fromEntries(update.map(({ name, value: set }) => [name, set]));
          stored = applyCustomValues(definitions, stored, readCustomValues(definitions, json(body), stored));
          // JSON has no negative zero.
          for (const [name, set] of Object.entries(body)) expected[name] = Object.is(set, -0) ? 0 : set;
        }
        const rendered = shownCustomValues(definitions, stored, ['*']);
        expect(Object.fromEntries(Object.entries(rendered).map(([name, text]) => [name, JSON.parse(text)]))).toEqual(
          expected,
        );
      }),
    );
  });
});

describe('filters by custom values', () => {
  it('are found by their facet, ignoring case, at any length, without false matches', () => {
    const find = (name: string, ...values: string[]) => facetsOfFilter(definitions, { name, values });
    expect(formatCustomFacets({ 1: 5, 3: 'Dark Blue' })).toEqual(['c1=5', 'c3=dark blue']);
    expect(find('customBudget', '5.0', '+7')).toEqual(['c1=5', 'c1=7']);
    expect(find('customColour', 'DARK BLUE', 'dark blue')).toEqual(['c3=dark blue']);
    const long = 'Ä'.repeat(500);
    expect(find('customNotes', long.toLowerCase())).toEqual(formatCustomFacets({ 4: long }));
    expect(formatCustomFacets({ 4: long })[0]!.length).toBeLessThan(60);
    expect(find('customNotes', `${long}x`)).not.toEqual(formatCustomFacets({ 4: long }));
  });

  it.each([
    ['customElse', 'x', "Unknown parameter 'customElse'."],
    ['customBudget', 'much', "Parameter 'customBudget' must be a number."],
    ['customBirthday', 'May', "Parameter 'customBirthday' must be a day such as 2026-01-31."],
  ])('are rejected: %s=%s', (name, value, sentence) => {
    expect(() => facetsOfFilter(definitions, { name, values: [value] })).toThrow(
      expect.objectContaining({ reason: 'INVALID_QUERY', message: sentence }),
    );
  });
});

import { changedCustomField, type CustomField, type CustomFieldInput } from './custom-field';
import { applyCustomValues, facetsOfFilter, readCustomValues, shownCustomValues } from './custom-values';

const before: CustomField & { id: number } = {
  id: 12,
  label: 'Color',
  labelKey: 'color',
  name: 'customColor',
  type: 'dropdown',
  isRecurring: false,
  choices: ['Red', 'Green', 'Blue'],
  orderWeight: 1000,
};
const update = (field: typeof before, input: Partial<CustomFieldInput>) =>
  changedCustomField(field, { choices: [], ...input }, new Set(Object.keys(input)));
const rename = (map: Record<string, string>, choices?: string[]) =>
  update(before, { dropdownChoiceMap: map, ...(choices && { choices }) });

describe('D13.10 (5) renaming choices with an array of positions', () => {
  const move = (positions: number[], choices?: string[]) => rename({ '': JSON.stringify(positions) }, choices);

  it('When a choice at a position has another name, Then stored values follow', () => {
    const field = move([1, 0, 2], ['Lime', 'Crimson', 'Blue']);
    expect(field.choices).toEqual(['Lime', 'Crimson', 'Blue']);
    expect(applyCustomValues([field], { 12: 'Red' })).toEqual({ 12: 'Crimson' });
    expect(applyCustomValues([field], { 12: 'Green' })).toEqual({ 12: 'Lime' });
  });

  it('When choices only change their order, Then no choice is renamed', () => {
    expect(move([2, 1, 0], ['Blue', 'Green', 'Red']).renamed).toBeUndefined();
  });

  it.each([
    [[0, 1, 2, 0], 'dropdownChoiceMap.3'],
    [[7], 'dropdownChoiceMap.0'],
  ])('When a position does not exist, Then the field is refused with its name: %j', (positions, field) => {
    expect(() => move(positions)).toThrow(expect.objectContaining({ message: expect.stringContaining(field) }));
  });
});

describe('D11.11 renaming choices with dropdownChoiceMap', () => {
  it('renames the choice and every stored value without a write to records', () => {
    const field = rename({ red: 'Crimson' });
    expect(field.choices).toEqual(['Crimson', 'Green', 'Blue']);
    expect(shownCustomValues([field], { 12: 'Red' }, ['*'])).toEqual({ customColor: '"Crimson"' });
    expect(applyCustomValues([field], { 12: 'Red' })).toEqual({ 12: 'Crimson' });
  });

  it('filters by the new and by the former name find values stored under either', () => {
    const field = rename({ Red: 'Crimson' });
    for (const text of ['crimson', 'RED'])
      expect(facetsOfFilter([field], { name: 'customColor', values: [text] })).toEqual(['c12=crimson', 'c12=red']);
  });

  it('a record may be written with the former name', () => {
    expect(readCustomValues([rename({ Red: 'Crimson' })], { customColor: '"Red"' })).toEqual({ 12: 'Crimson' });
  });

  it.each([[['Crimson', 'Green', 'Blue', 'Black']], [['Red', 'Green', 'Blue', 'Black']]])(
    'accepts the list of choices in the same request: %j',
    (choices) => {
      expect(rename({ Red: 'Crimson' }, choices).choices).toEqual(['Crimson', 'Green', 'Blue', 'Black']);
    },
  );

  it('a new name that exists already merges both choices', () => {
    const field = rename({ Red: 'Blue' });
    expect(field.choices).toEqual(['Blue', 'Green']);
    expect(shownCustomValues([field], { 12: 'Red' }, ['*'])).toEqual({ customColor: '"Blue"' });
  });

  it('renames of a renamed choice follow each other, and a choice can get its former name back', () => {
    const twice = update(rename({ Red: 'Crimson' }), { dropdownChoiceMap: { Crimson: 'Ruby' } });
    expect(shownCustomValues([twice], { 12: 'Red' }, ['*'])).toEqual({ customColor: '"Ruby"' });
    const back = update(twice, { dropdownChoiceMap: { Ruby: 'Red' } });
    expect(back.choices).toEqual(['Red', 'Green', 'Blue']);
    for (const stored of ['Red', 'Crimson', 'Ruby'])
      expect(shownCustomValues([back], { 12: stored }, ['*'])).toEqual({ customColor: '"Red"' });
  });

  it('changes the case of a choice', () => {
    const field = rename({ Red: 'RED' });
    expect(field.choices).toEqual(['RED', 'Green', 'Blue']);
    expect(shownCustomValues([field], { 12: 'Red' }, ['*'])).toEqual({ customColor: '"RED"' });
  });

  it.each([
    [{ Black: 'White' }, undefined, /'Black', which is not a choice/],
    [{ Red: 'Crimson' }, ['Green'], /must contain 'Crimson'/],
    [{ Red: 'Green', Green: 'Red' }, undefined, /must not contain 'Red': it was renamed to 'Green'/],
  ])('rejects %j with choices %j', (map, choices, sentence) => expect(() => rename(map, choices)).toThrow(sentence));

  it('a former name cannot become another choice while stored values refer to it', () => {
    expect(() => update(rename({ Red: 'Crimson' }), { choices: ['Crimson', 'Red'] })).toThrow(
      /it was renamed to 'Crimson'/,
    );
  });
});

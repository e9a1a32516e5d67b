import fc from 'fast-check';
import { byRarity, splitGrams, normalizeText } from './text-grams';

test('case, accents and repeated spaces are ignored', () => {
  expect(normalizeText('  ZOË\t Müller ')).toBe('zoe muller');
  expect(splitGrams('Anna')).toEqual(['ann', 'nna']);
  expect(splitGrams('ab')).toEqual([]);
  expect(splitGrams('Li Anna')).toEqual(['ann', 'nna']);
});

test('grams are ordered by rarity, the rarest first', () => {
  expect(byRarity(splitGrams('lina r'))[0]).toBe('lin');
  expect(byRarity(splitGrams('anna foxy')).slice(0, 2)).toEqual(['fox', 'oxy']);
  expect(byRarity([])).toEqual([]);
});

test('every gram of a part of a text is a gram of the text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.nat(60), fc.nat(60), (text, from, length) => {
      const key = normalizeText(text);
      const grams = new Set(splitGrams(key));
      for (const gram of splitGrams(key.slice(from, from + length))) expect(grams.has(gram)).toBe(true);
    }),
  );
});

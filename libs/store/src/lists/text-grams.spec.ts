import fc from 'fast-check';
import { byRarity, splitGrams, normalizeText } from './text-grams';

test('case, accents and repeated spaces are ignored', () => {
  expect(normalizeText('  ZOË\t Müller ')).toBe('zoe muller');
  expect(splitGrams('Anna')).toEqual(['ann', 'nna']);
  expect(splitGrams('ab')).toEqual([]);
});

test('grams are ordered by rarity, the rarest first', () => {
  expect(byRarity(splitGrams('lina r'))[0]).toBe('lin');
  expect(byRarity(splitGrams('anna fx')).slice(0, 2)).toEqual([' fx', 'a f']);
  expect(byRarity([])).toEqual([]);
});

test('every gram of a part of a text is a gram of the text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.nat(60), fc.nat(60), (text, from, length) => {
      const key = normalizeText(text);
      const grams = new Set(splitGrams(key));
      const part = key.slice(from, from + length);
      for (let at = 0; at + 3 <= part.length; at += 1) expect(grams.has(part.slice(at, at + 3))).toBe(true);
    }),
  );
});

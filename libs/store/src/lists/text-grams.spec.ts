import fc from 'fast-check';
import { byRarity, gramsOf, normalizeText } from './text-grams';

test('Case, accents and runs of spaces do not count', () => {
  expect(normalizeText('  ZOË\t Müller ')).toBe('zoe muller');
  expect(gramsOf('Anna')).toEqual(['ann', 'nna']);
  expect(gramsOf('ab')).toEqual([]);
});

test('Grams come by how few names are likely to have them', () => {
  expect(byRarity(gramsOf('lina r'))[0]).toBe('lin');
  expect(byRarity(gramsOf('anna fx')).slice(0, 2)).toEqual([' fx', 'a f']);
  expect(byRarity([])).toEqual([]);
});

test('Every gram of a part of a text is a gram of the text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.nat(60), fc.nat(60), (text, from, length) => {
      const key = normalizeText(text);
      const grams = new Set(gramsOf(key));
      const part = key.slice(from, from + length);
      for (let at = 0; at + 3 <= part.length; at += 1) expect(grams.has(part.slice(at, at + 3))).toBe(true);
    }),
  );
});

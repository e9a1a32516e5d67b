import * as fc from 'fast-check';
import type { Codec } from '../codec';
import { list, object } from './compounds';
import { bit, bool, idText, int, str, text } from './scalars';
import { parseTime, renderTime, time } from './times';

const read = <T>(codec: Codec<T>, value: unknown): T | undefined => codec.read(value, 'x', []);

describe('codecs', () => {
  it('D1.11 parses every accepted notation of a time as UTC', () => {
    expect(parseTime('2026-01-31 12:00:00')?.toISOString()).toBe('2026-01-31T12:00:00.000Z');
    expect(parseTime('2026-01-31T12:00:00Z')?.toISOString()).toBe('2026-01-31T12:00:00.000Z');
    expect(parseTime('2026-01-31T12:00:00+02:00')?.toISOString()).toBe('2026-01-31T10:00:00.000Z');
    expect(parseTime('2026-01-31T12:00:00.123456Z')?.toISOString()).toBe('2026-01-31T12:00:00.123Z');
  });

  it.each([
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-31',
    '12:00',
    '2026-01-31T25:00:00Z',
    '2026-01-31T12:00:00',
  ])('%p is not a time', (raw) => {
    expect(parseTime(raw)).toBeUndefined();
  });

  it('renders times without fractions and reads them back', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (date) => {
          expect(renderTime(date)).toBe(`${date.toISOString().slice(0, 19)}Z`);
          expect(Math.abs(parseTime(renderTime(date))!.getTime() - date.getTime())).toBeLessThan(1000);
        },
      ),
    );
  });

  it('given an invalid date, then rendering throws', () => {
    expect(() => renderTime(new Date(Number.NaN))).toThrow(RangeError);
  });

  it('D1.7 renders booleans in the notation of the field', () => {
    expect(bit().render(true)).toBe(1);
    expect(bool().render(true)).toBe(true);
    expect(read(bool(), 0)).toBe(false);
    expect(read(bool(), 'yes')).toBeUndefined();
  });

  it('accepts ids as text and as numbers', () => {
    expect(read(idText(), 12)).toBe('12');
    expect(read(idText(), '12')).toBe('12');
    expect(read(idText(), '1; drop')).toBeUndefined();
  });

  it('never throws for any input', () => {
    const codecs = [int(), str(), text(), bool(), bit(), time(), idText()];
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const codec of codecs) codec.read(value, 'x', []);
      }),
    );
  });
});

it('a nested object has separate empty lists for absent ones', () => {
  const codec = object<{ name?: string; tags: string[] }>({ name: str(), tags: list(str()) });
  const [one, other] = [read(codec, { name: 'Ada' }), read(codec, {})];
  expect(one).toEqual({ name: 'Ada', tags: [] });
  expect(other?.tags).not.toBe(one?.tags);
});

it('a complete object renders every key, null without a value', () => {
  const codec = object<{ id: number; street?: string; tags: string[] }>(
    { id: int(), street: str(), tags: list(str()) },
    { required: ['id'], whole: true },
  );
  const shown = codec.render(read(codec, { id: 1 })!);
  expect(shown).toEqual({ id: 1, street: null, tags: [] });
  // A rendered value can be sent back.
  expect(codec.render(read(codec, shown)!)).toEqual(shown);
  expect(codec.shows['properties']).toMatchObject({
    id: { type: 'integer' },
    street: { type: ['string', 'null'] },
    tags: { type: 'array' },
  });
});

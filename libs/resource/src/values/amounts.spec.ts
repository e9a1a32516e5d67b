import fc from 'fast-check';
import { groupSignOf, readAmount, readPlainAmount } from './amounts';

describe('D13.5 amounts', () => {
  it.each([
    ['450.000', 450_000],
    ['350.000 €', 350_000],
    ['350.000,00', 350_000],
    ['450k', 450_000],
    ['1.2m', 1_200_000],
    ['1,5 million', 1_500_000],
    ['1.5 Mio. EUR', 1_500_000],
    ['450.5K', 450_500],
    ['$450k USD', 450_000],
    ['450kUSD', 450_000],
    ['1,250k', 1_250],
    ['1,234,567k', 1_234_567_000],
    ['$310,000', 310_000],
    ['US$ 1,250,000.50', 1_250_000.5],
    ["CHF 1'250'000.–", 1_250_000],
    ['1’250’000', 1_250_000],
    ['450\u00a0000\u202f€', 450_000],
    ['450.000,- €', 450_000],
    ['12,50,000.00', 1_250_000],
    ['1.234.567', 1_234_567],
    ['1.234.567,89', 1_234_567.89],
    ['310000.50', 310_000.5],
    ['0.500', 0.5],
    ['0,75', 0.75],
    ['1234,5', 1_234.5],
    ['450000.', 450_000],
    ['.5', 0.5],
    ['+450000', 450_000],
    ['４５０，０００', 450_000],
    ['4.5E+05', 450_000],
    ['450 000 kr', 450_000],
    ['2.500.000 TL', 2_500_000],
    ['RM 850,000', 850_000],
    ['Rp 850.000.000', 850_000_000],
    ['4 500 000 руб.', 4_500_000],
    ['₹1,25,00,000', 12_500_000],
    ['Rs. 75,00,000', 7_500_000],
    ['٤٥٠٬٠٠٠', 450_000],
    ['१२,५०,०००', 1_250_000],
    ['٤٥٠٫٥', 450.5],
    ['R$ 450.000', 450_000],
  ])('given %s, then it is %d', (text, value) => expect(readAmount(text)).toBe(value));

  it.each([
    '',
    ' ',
    '$',
    '-450000',
    '(450000)',
    '400k-500k',
    '$400,000 – $500,000',
    '400000 to 500000',
    'about 450k',
    '450,000+',
    'call me',
    '3 beds 450000',
    '1,2,3',
    '1.234.56',
    '1,234.567.890',
    ',,1.5',
    '1..5',
    '450k k',
    '12 EUR 13',
    '1,25,00',
    '0,25,000',
    '125,00,000',
    'NaN',
    'Infinity',
    '9'.repeat(61),
  ])('given %j, then there is no value', (text) => expect(readAmount(text)).toBeUndefined());

  it('given any whole number in the grouping of any locale, then it is that number', () => {
    const locales = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'es-MX', 'pt-BR', 'sv-SE', 'it-IT'];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), fc.constantFrom(...locales), (number, locale) => {
        expect(readAmount(new Intl.NumberFormat(locale).format(number))).toBe(number);
      }),
    );
  });

  it('given an amount of a currency in any locale, then it is that amount', () => {
    const styles = [
      'en-US USD',
      'de-DE EUR',
      'fr-FR EUR',
      'de-CH CHF',
      'es-MX MXN',
      'pt-BR BRL',
      'sv-SE SEK',
      'pl-PL PLN',
    ];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900_000_000 }), fc.constantFrom(...styles), (cents, style) => {
        const [locale, currency] = style.split(' ');
        const text = new Intl.NumberFormat(locale, { style: 'currency', currency: currency! }).format(cents / 100);
        expect(readAmount(text)).toBeCloseTo(cents / 100, 2);
      }),
    );
  });

  it('never throws and never returns a negative number', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,k m$€'-+eE x".split('')) }), (text) => {
        const value = readAmount(text);
        expect(value === undefined || (value >= 0 && Number.isFinite(value))).toBe(true);
      }),
    );
  });

  it.each([
    ['US', '1,200', 1200],
    ['US', '1.200', 1.2],
    ['US', '1.200.000', undefined],
    ['US', '1,200.5', 1200.5],
    ['US', '1,5', 1.5],
    ['DE', '1.200', 1200],
    ['DE', '1,200', 1.2],
    ['DE', '1.200,5', 1200.5],
    ['FR', '1,200', 1.2],
    ['CH', '1’200', 1200],
    ['MX', '1,200', 1200],
    ['GB', '12k', 12_000],
  ])('custom numbers: given the country %s and %s, then it is %p', (country, text, value) =>
    expect(readAmount(text, { groupSign: groupSignOf(country) })).toBe(value),
  );

  it.each([
    ['450000', 450_000],
    [' 450000.5 ', 450_000.5],
    ['450000.50', 450_000.5],
    ['450.000', undefined],
    ['450,000', undefined],
    ['$450000', undefined],
    ['450k', undefined],
    ['-1', undefined],
    ['1e5', undefined],
    ['', undefined],
  ])('strict writes: %j is %p', (text, value) => expect(readPlainAmount(text)).toBe(value));
});

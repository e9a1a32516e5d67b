import { measureCpu } from '@porchlight/runtime/src/testing/measure-cpu';
import * as fc from 'fast-check';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { isCountry, readExtension, readPhone, splitPhones } from './read-phone';

const identityOf = (text: string, country = 'US'): string | undefined => readPhone(text, country).identity;

describe('D13.1 phones', () => {
  it.each([
    '5125550134',
    '(512) 555-0134',
    '512.555.0134',
    '512/555-0134',
    '1-512-555-0134',
    '+1 512 555 0134',
    '+1 (0)512 555 0134',
    '001 512 555 0134',
    '011 1 512 555 0134',
    'tel:+1-512-555-0134',
    'Tel. 512 555 0134 (home)',
    '５１２５５５０１３４',
    '٥١٢٥٥٥٠١٣٤',
    '५१२५५५०१३४',
    '๕๑๒ ๕๕๕ ๐๑๓๔',
    '+01 512 555 0134',
    '\u200B512\u00A0555\u20110134',
    "'5125550134",
    '5125550134.0',
    '+15125550134,00',
    '512-555-0134,,12',
    '512-555-0134 poste 12',
    '(512) 555-0134 x12',
    '(512) 555-0134 ext. 7',
    '512-555-0134, extension 7',
    'tel:512-555-0134;ext=7',
    '512-555-0134 #12',
  ])('given an account of the US, %s is 5125550134', (text) =>
    expect(readPhone(text)).toMatchObject({ identity: '5125550134', normalized: '5125550134' }),
  );

  it.each([
    '+44 20 7946 0018',
    '0044 20 7946 0018',
    '011 44 20 7946 0018',
    '+44 (0)20 7946 0018',
    '0044(0)20 7946 0018',
    '(+44) 20 7946 0018',
    '+4402079460018',
    '+44 20 7946 0018 ext 5',
  ])('given an account of the US, %s is a number of Great Britain', (text) =>
    expect(readPhone(text)).toMatchObject({ identity: '+442079460018', normalized: '+442079460018' }),
  );

  it.each(['020 7946 0018', '+44 20 7946 0018', '0044 20 7946 0018', '011 44 20 7946 0018', '44 20 7946 0018'])(
    'given an account of Great Britain, %s is 2079460018',
    (text) => expect(identityOf(text, 'GB')).toBe('2079460018'),
  );

  it('given an account of Great Britain, an area code 0113 is no prefix for calls abroad', () => {
    expect(identityOf('0113 496 0018', 'GB')).toBe('1134960018');
  });

  it('given an account of Australia, 0011 is its prefix for calls abroad and 00 another', () => {
    expect(identityOf('0011 64 9 123 4567', 'AU')).toBe('+6491234567');
    expect(identityOf('00 64 9 123 4567', 'AU')).toBe('+6491234567');
  });

  it('given an Italian number, its zero is part of it', () => {
    expect(identityOf('+39 (0)2 1234 5678')).toBe('+390212345678');
    expect(identityOf('+39 02 1234 5678')).toBe('+390212345678');
  });

  it('given a number of Mexico with the 1 of mobile phones, it is the number without it', () => {
    for (const text of ['+52 1 55 1234 5678', '+52 55 1234 5678', '0052 1 55 1234 5678'])
      expect(identityOf(text)).toBe('+525512345678');
    for (const text of ['+52 1 55 1234 5678', '5215512345678', '+525512345678'])
      expect(identityOf(text, 'MX')).toBe('5512345678');
    expect(identityOf('55 1234 5678', 'MX')).toBe('5512345678');
    expect(identityOf('+1 551 234 5678')).toBe('5512345678');
  });

  it('given digits of another country without its code, they are not joined to the number with it', () => {
    expect(identityOf('656-123-4567')).toBe('6561234567');
    expect(identityOf('+65 6123 4567')).toBe('+6561234567');
  });

  it('given 8 to 15 digits that are not possible in the country, they are compared as they stand', () => {
    expect(identityOf('6123 4567')).toBe('61234567');
    expect(identityOf('44 20 7946 0018')).toBe('442079460018');
  });

  it.each(['+33 1 4123 456', '0033 1 4123 456'])(
    'given %s, which is not possible in its country, it is not joined to a number of the account',
    (text) => {
      expect(identityOf(text)).toBe('+3314123456');
      expect(identityOf('331-412-3456')).toBe('3314123456');
    },
  );

  it('given a country whose numbers have 7 digits, they identify', () => {
    expect(identityOf('555 0134', 'IS')).toBe('5550134');
    expect(identityOf('+354 555 0134', 'IS')).toBe('5550134');
  });

  it.each([
    '7.12345E+09',
    '7,12E+09',
    '7.12e9',
    "'7.12345E+09",
    '=7.12345E+09',
    '="7.12345E+09"',
    '7.12345×10^9',
    '7.12345 × 10⁹',
    '7.12345 x 10^9',
    '7E+9',
    '555-555-5555',
    '1111111111',
    '+1 111 111 1111',
    '000-000-0000',
    '1234567890',
    '0123456789',
    '9876543210',
    '0987654321',
    '123-456-7890',
    '12345678',
    '555-0134',
    '1234567890123456',
    '12345',
    'none',
    'n/a 1',
    '',
    '+',
    'x12',
  ])('given %j, it identifies no person', (text) => expect(identityOf(text)).toBeUndefined());

  it.each(['GB', 'MX', 'AR'])('given 8 digits in %s, they are a number without its area code', (country) => {
    expect(identityOf('7946 0018', country)).toBeUndefined();
    expect(identityOf('7946 0018', 'US')).toBe('79460018');
  });

  it('given a number that spreadsheets shortened, it has no digits to compare', () => {
    expect(readPhone('7.12345E+09').normalized).toBe('');
  });

  it('given an unknown country, numbers are read as those of the US', () => {
    expect(identityOf('(512) 555-0134', 'XX')).toBe('5125550134');
    expect(isCountry('XX')).toBe(false);
    expect(isCountry('DE')).toBe(true);
  });

  it.each([
    ['(512) 555-0134 x12', '12'],
    ['512-555-0134 ext. 7', '7'],
    ['512-555-0134 Ext: 7', '7'],
    ['512-555-0134, extension 7', '7'],
    ['tel:512-555-0134;ext=7', '7'],
    ['512-555-0134 #12', '12'],
    ['5125550134x12', '12'],
    ['512-555-0134 (ext 12)', '12'],
    ['512-555-0134 Durchwahl 12', '12'],
    ['512-555-0134 wew. 12', '12'],
    ['512-555-0134, ramal 12', '12'],
    ['512-555-0134,12', '12'],
    ['5125550134;12#', '12'],
    ['5125550134p12', '12'],
    ['5,125,550,134', undefined],
    ['512,555,0134', undefined],
    ['fax 512-555-0134', undefined],
    ['x12', undefined],
    ['512-555-0134', undefined],
  ])('given %s, the extension is %s', (text, extension) => expect(readExtension(text)).toBe(extension));

  it('given text of 100,000 characters, reading takes linear time', async () => {
    const ms = await measureCpu(() => {
      for (const piece of ['1', ' ', 'x', '(0)', '+', '#1 ', ';ext=', '-', '0', ', ', '1.0', '1,', '1 p'])
        readPhone(piece.repeat(100_000 / piece.length));
      for (const piece of ['(', 'a', ' a', '( a', '1 a', 'x']) splitPhones(piece.repeat(100_000 / piece.length));
    });
    expect(ms).toBeLessThan(3_000);
  });
});

describe('D13.1 several phones in one text', () => {
  it.each([
    ['512-555-0134, 512-555-0135', 2],
    ['512-555-0134; 512-555-0135', 2],
    ['512-555-0134/512-555-0135', 2],
    ['512-555-0134 or 512-555-0135', 2],
    ['512-555-0134\n512-555-0135', 2],
    ['030/1234567 / 0171/1234567', 2],
    ['home: 512-555-0134, work: 512-555-0135', 2],
    ['512-555-0134, ext 5', 1],
    ['512/555-0134', 1],
    ['tel:512-555-0134;ext=7', 1],
    ['030/1234567', 1],
    ['512-555-0134, none', 1],
    ['512-555-0134 | 737-555-0199', 2],
    ['512-555-0134 & 737-555-0199', 2],
    ['512-555-0134 and 737-555-0199', 2],
    ['512-555-0134\t737-555-0199', 2],
    ['512-555-0134 & x7', 1],
    ['512-555-0134 (home) 737-555-0199 (cell)', 2],
    ['H: 512-555-0134 C: 737-555-0199', 2],
    ['512 555 0134 mobile 737 555 0199', 2],
    ['512-555-0134，737-555-0199', 2],
    ['５１２５５５０１３４、７３７５５５０１９９', 2],
    ['512-555-0134；737-555-0199', 2],
    ['512-555-0134، 737-555-0199', 2],
    ['512-555-0134؛737-555-0199', 2],
    ['512-555-0134,12', 1],
    ['Tel. 512-555-0134 (home)', 1],
    ['call Ann at 512-555-0134 before 9', 1],
    ['512-555-0134 ext 1234567', 1],
    ['1-800-FLOWERS', 1],
  ])('given %j, there are %i', (text, count) => expect(splitPhones(text)).toHaveLength(count));
});

describe('D13.1 notations of numbers', () => {
  const COUNTRIES = getCountries();
  /** A number of a country that is not shown in forms: the mobile example with its last four digits changed. */
  const number = fc
    .record({ country: fc.constantFrom(...COUNTRIES), end: fc.integer({ min: 0, max: 9_999 }) })
    .map(({ country, end }) => {
      const example = String(examples[country]);
      return { country, national: `${example.slice(0, -4)}${String(end).padStart(4, '0')}` };
    })
    .filter(({ country, national }) => identityOf(`+${getCountryCallingCode(country)}${national}`) !== undefined);
  /** The digits with signs between them, as people group them. */
  const grouped = (digits: string) =>
    fc
      .array(fc.constantFrom('', '', ' ', '-', '.', '\u00A0', '\u2011', '\u200B'), {
        minLength: digits.length,
        maxLength: digits.length,
      })
      .map((signs) =>
        [...digits].map((digit, at) => `${digit}${at + 1 < digits.length ? (signs[at] ?? '') : ''}`).join(''),
      );
  const prefix = fc.constantFrom('+', '00', '011', '+ ', '(+', '00 ', '011-');
  const extension = fc.constantFrom('', ' x12', ' ext. 7', ';ext=7', ' #12', ', extension 345');

  it('given any notation of one number, its identity is one', () => {
    const notation = number.chain(({ country, national }) =>
      fc.record({
        country: fc.constant(country),
        national: fc.constant(national),
        account: fc.constantFrom('US', 'GB', 'DE', 'FR', 'AU', 'SG', 'BR', 'JP', country),
        text: fc
          .tuple(prefix, grouped(national), extension)
          .map(
            ([start, digits, end]) =>
              `${start}${getCountryCallingCode(country)}${start === '(+' ? ') ' : ' '}${digits}${end}`,
          ),
      }),
    );
    fc.assert(
      fc.property(notation, ({ country, national, account, text }) => {
        // At home in other countries, 011 also begins national numbers.
        const reader = text.startsWith('011') ? 'US' : account;
        expect(identityOf(text, reader)).toBe(identityOf(`+${getCountryCallingCode(country)}${national}`, reader));
      }),
      { numRuns: 3_000 },
    );
  });

  it('given a number of the account, its national and its international notation are one identity', () => {
    fc.assert(
      fc.property(
        number.chain((one) => fc.record({ one: fc.constant(one), text: grouped(one.national) })),
        ({ one: { country, national }, text }) => {
          const international = identityOf(`+${getCountryCallingCode(country)}${national}`, country);
          fc.pre(national.length >= 7);
          expect(identityOf(text, country)).toBe(international);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('given two numbers of two countries, their identities are two', () => {
    fc.assert(
      fc.property(number, number, fc.constantFrom('US', 'GB', 'DE', 'SG'), (one, other, account) => {
        const codes = [getCountryCallingCode(one.country), getCountryCallingCode(other.country)];
        fc.pre(codes[0] !== codes[1]);
        expect(identityOf(`+${codes[0]}${one.national}`, account)).not.toBe(
          identityOf(`+${codes[1]}${other.national}`, account),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('given a national number of the account and the same digits of another country, their identities are two', () => {
    fc.assert(
      fc.property(number, ({ country, national }) => {
        fc.pre(country !== 'US' && getCountryCallingCode(country) !== '1');
        const digits = `${getCountryCallingCode(country)}${national}`;
        expect(identityOf(digits)).not.toBe(identityOf(`+${digits}`));
      }),
      { numRuns: 2_000 },
    );
  });
});

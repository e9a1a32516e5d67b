import {
  invalidEmails,
  isEmail,
  normalizeEmail,
  normalizePhone,
  prepareAddresses,
  prepareEmails,
  preparePhones,
  prepareTags,
  unsubscribe,
} from './contacts';
import { listClaims, listIdentities } from './identity';

const email = (value: string, isPrimary = false, status = '') => ({ value, type: 'home', isPrimary, status });
const phone = (value: string, isPrimary = false) => ({ value, type: 'mobile', isPrimary, normalized: '' });

describe('emails', () => {
  it.each(['a@b.co', 'Jo.Smith+x@mail.example.com', 'jö@bücher.example', "o'neil@b.co"])('accepts %s', (value) =>
    expect(isEmail(value)).toBe(true),
  );
  it.each([
    '',
    'a',
    'a@',
    '@b.co',
    'a@b',
    'a b@c.co',
    'a@b..co',
    'a@b.co.',
    '.a@b.co',
    'a..b@c.co',
    'a@b@c.co',
    `${'x'.repeat(65)}@b.co`,
  ])('rejects %j', (value) => expect(isEmail(value)).toBe(false));

  it('compares case-insensitively', () => expect(normalizeEmail(' Jo@B.Co ')).toBe('jo@b.co'));

  it('removes duplicates and ensures exactly one primary', () => {
    expect(
      prepareEmails([email('a@b.co'), email('A@B.co'), email('c@d.co')]).map((e) => [e.value, e.isPrimary]),
    ).toEqual([
      ['a@b.co', true],
      ['c@d.co', false],
    ]);
    expect(
      prepareEmails([email('a@b.co'), email('c@d.co', true), email('e@f.co', true)]).map((e) => e.isPrimary),
    ).toEqual([false, true, false]);
  });

  it('takes the status from the stored email, never from the caller', () => {
    const known = [email('a@b.co', true, 'Unsubscribed')];
    const unique = prepareEmails([email('A@b.co'), email('c@d.co', false, 'Unsubscribed'), email('none')], known);
    expect(unique.map((e) => e.status)).toEqual(['Unsubscribed', '', 'Invalid']);
  });

  it('reports invalid emails unless they are stored already', () =>
    expect(invalidEmails([email('x'), email('y'), email('a@b.co')], [email('Y', false, 'Invalid')])).toEqual(['x']));

  it('unsubscribes all valid emails', () =>
    expect(unsubscribe([email('a@b.co'), email('x', false, 'Invalid')]).map((e) => e.status)).toEqual([
      'Unsubscribed',
      'Invalid',
    ]));

  it('checks hostile input in linear time', () => {
    const started = performance.now();
    isEmail(`${'a.'.repeat(30)}@${'a.'.repeat(90)}`);
    expect(performance.now() - started).toBeLessThan(50);
  });
});

describe('phones', () => {
  it.each([
    ['(555) 123-4567', '5551234567'],
    ['+1 555.123.4567', '5551234567'],
    ['1-555-123-4567', '5551234567'],
    ['+44 20 7946 0958', '442079460958'],
    ['５５５１２３４５６７', '5551234567'],
    ['n/a', ''],
  ])('reads %s as %s', (value, digits) => expect(normalizePhone(value)).toBe(digits));

  it('removes duplicate numbers and retains text without digits', () =>
    expect(preparePhones([phone('555 123 4567'), phone('+1 (555) 123-4567', true), phone('ask'), phone(' ')])).toEqual([
      { value: '555 123 4567', type: 'mobile', isPrimary: true, normalized: '5551234567' },
      { value: 'ask', type: 'mobile', isPrimary: false, normalized: '' },
    ]));
});

describe('identities', () => {
  const contacts = {
    emails: [email('A@b.co'), email('none')],
    phones: [phone('+1 555 123 4567'), phone('n/a'), phone('000-000-0000'), phone('12')],
  };

  it('lists every email and phone', () =>
    expect(listIdentities(contacts)).toEqual(['e:a@b.co', 'e:none', 'p:5551234567', 'p:0000000000', 'p:12']));
  it('does not identify a person by placeholders', () =>
    expect(listClaims(contacts)).toEqual(['e:a@b.co', 'p:5551234567']));
});

it('removes duplicate and empty addresses', () => {
  const address = (street: string, city = '') => ({ type: 'home', street, city, state: '', code: '', country: '' });
  expect(
    prepareAddresses([address('1 Main St', 'Austin'), address('1 MAIN ST', 'austin '), address(' '), address('2 Elm')]),
  ).toEqual([address('1 Main St', 'Austin'), address('2 Elm')]);
});

it('removes duplicate tags, keeping the first spelling', () =>
  expect(prepareTags(['Buyer', ' buyer', 'VIP', 'vip ', '', 'Straße'])).toEqual(['Buyer', 'VIP', 'Straße']));

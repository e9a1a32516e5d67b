import { prepareAddresses } from './prepare-addresses';
import { invalidEmails, isEmail, prepareEmails, normalizeEmail, unsubscribe } from './email-address';
import { listClaims, listIdentities } from './identity';
import { preparePhones, normalizePhone } from './phone-number';
import { prepareTags } from './tag-list';

const email = (value: string, isPrimary = false, status = '') => ({ value, type: 'home', isPrimary, status });
const phone = (value: string, isPrimary = false) => ({ value, type: 'mobile', isPrimary, normalized: '' });

describe('emails', () => {
  it.each(['a@b.co', 'Jo.Smith+x@mail.example.com', 'jö@bücher.example', "o'neil@b.co"])('takes %s', (value) =>
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
  ])('does not take %j', (value) => expect(isEmail(value)).toBe(false));

  it('compares without regard to case', () => expect(normalizeEmail(' Jo@B.Co ')).toBe('jo@b.co'));

  it('keeps one of each, the first primary unless one says so, and never two', () => {
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

  it('takes the status from what is known, never from a caller', () => {
    const known = [email('a@b.co', true, 'Unsubscribed')];
    const kept = prepareEmails([email('A@b.co'), email('c@d.co', false, 'Unsubscribed'), email('none')], known);
    expect(kept.map((e) => e.status)).toEqual(['Unsubscribed', '', 'Invalid']);
  });

  it('names invalid ones, but not those that are known already', () =>
    expect(invalidEmails([email('x'), email('y'), email('a@b.co')], [email('Y', false, 'Invalid')])).toEqual(['x']));

  it('unsubscribes all that can be mailed', () =>
    expect(unsubscribe([email('a@b.co'), email('x', false, 'Invalid')]).map((e) => e.status)).toEqual([
      'Unsubscribed',
      'Invalid',
    ]));

  it('is quick on hostile input', () => {
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

  it('keeps one of each number and text without digits', () =>
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

  it('finds by every entry', () =>
    expect(listIdentities(contacts)).toEqual(['e:a@b.co', 'e:none', 'p:5551234567', 'p:0000000000', 'p:12']));
  it('takes leads for one person by what is no placeholder', () =>
    expect(listClaims(contacts)).toEqual(['e:a@b.co', 'p:5551234567']));
});

it('keeps one of each address and none that is empty', () => {
  const address = (street: string, city = '') => ({ type: 'home', street, city, state: '', code: '', country: '' });
  expect(
    prepareAddresses([address('1 Main St', 'Austin'), address('1 MAIN ST', 'austin '), address(' '), address('2 Elm')]),
  ).toEqual([address('1 Main St', 'Austin'), address('2 Elm')]);
});

it('keeps one of each tag in its first spelling', () =>
  expect(prepareTags(['Buyer', ' buyer', 'VIP', 'vip ', '', 'Straße'])).toEqual(['Buyer', 'VIP', 'Straße']));

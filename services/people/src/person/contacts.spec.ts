import {
  addEmails,
  invalidEmails,
  prepareAddresses,
  prepareEmails,
  preparePhones,
  prepareTags,
  unsubscribe,
} from './contacts';
import { emailIdentities, isMatch, listClaims, listIdentifying, listIdentities, phoneIdentities } from './identity';

const email = (value: string, isPrimary = false, status = '') => ({ value, type: 'home', isPrimary, status });
const phone = (value: string, isPrimary = false) => ({ value, type: 'mobile', isPrimary, normalized: '' });

describe('emails', () => {
  it('D4.6 removes duplicates and ensures exactly one primary', () => {
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

  it('D4.18 takes the status from the stored email, never from the caller', () => {
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

  it('D13.1 takes addresses out of text, several of one text too', () =>
    expect(prepareEmails([email('Ann Lee <ann@x.example>, \u200Bbob@x.example', true)])).toEqual([
      email('ann@x.example', true),
      email('bob@x.example'),
    ]));

  it.each<[string, string[], string]>([
    ['the first one that identifies a person', ['none', 'noreply@x.example', 'ann@x.example'], 'ann@x.example'],
    ['noreply@ if there is no other', ['noreply@x.example'], 'noreply@x.example'],
    ['the first one if none identifies a person', ['none', 'noreply@x.example'], 'none'],
  ])('D13.1 the primary email is %s', (_which, values, primary) =>
    expect(prepareEmails(values.map((value) => email(value))).find(({ isPrimary }) => isPrimary)?.value).toBe(primary),
  );

  it('D13.1 noreply@ is not primary beside another, even if the body says so', () =>
    expect(prepareEmails([email('ann@x.example'), email('noreply@x.example', true)])).toEqual([
      email('ann@x.example', true),
      email('noreply@x.example'),
    ]));

  it('D13.1 an added email is primary if no earlier one identifies the person', () => {
    expect(addEmails([email('none', true, 'Invalid')], [email('ann@x.example')])).toEqual([
      email('none', false, 'Invalid'),
      email('ann@x.example', true),
    ]);
    expect(addEmails([email('bob@x.example', true)], [email('ann@x.example', true)])).toEqual([
      email('bob@x.example', true),
      email('ann@x.example'),
    ]);
  });
});

describe('D13.1 phones', () => {
  it('removes duplicate numbers and retains text without digits', () =>
    expect(
      preparePhones([phone('555 123 4567'), phone('+1 (555) 123-4567', true), phone('ask'), phone(' ')], 'US'),
    ).toEqual([
      { value: '555 123 4567', type: 'mobile', isPrimary: true, normalized: '5551234567' },
      { value: 'ask', type: 'mobile', isPrimary: false, normalized: '', status: 'Invalid' },
    ]));

  it('takes several phones out of one text', () =>
    expect(preparePhones([phone('512-555-0134 / 512-555-0135')], 'US').map(({ value }) => value)).toEqual([
      '512-555-0134',
      '512-555-0135',
    ]));

  it.each(['555-555-5555', '7.12E+09', '555-0134', 'none'])('marks %s as not valid', (value) =>
    expect(preparePhones([phone(value)], 'US')).toMatchObject([{ value, status: 'Invalid', isPrimary: true }]),
  );

  it('reads numbers as in the country of the account', () => {
    expect(preparePhones([phone('020 7946 0018')], 'GB')[0]?.normalized).toBe('2079460018');
    expect(preparePhones([phone('+1 512 555 0134')], 'GB')[0]?.normalized).toBe('+15125550134');
  });

  it('makes the first valid one primary', () =>
    expect(preparePhones([phone('none'), phone('5125550134')], 'US').map(({ isPrimary }) => isPrimary)).toEqual([
      false,
      true,
    ]));

  it('leaves a number without extension out if the person has it with one', () => {
    const values = (...given: string[]) =>
      preparePhones(
        given.map((value) => phone(value)),
        'US',
      ).map(({ value }) => value);
    expect(values('5125550134 x12', '5125550134')).toEqual(['5125550134 x12']);
    expect(values('5125550134 x12', '(512) 555-0134 ext. 12')).toEqual(['5125550134 x12']);
    expect(values('5125550134', '5125550134 x12')).toEqual(['5125550134', '5125550134 x12']);
  });
});

describe('D13.1 identities', () => {
  const contacts = {
    emails: [email('A@b.co'), email('none'), email('NoReply@b.co'), email('ann@MÜLLER.example')],
    phones: preparePhones(
      [phone('+1 555 123 4567'), phone('n/a'), phone('000-000-0000'), phone('555 010 0199 x5'), phone('+65 6123 4567')],
      'US',
    ),
  };

  it('lists every email and phone, those that identify no person as text', () =>
    expect(listIdentities(contacts)).toEqual([
      'e:a@b.co',
      'et:none',
      'et:noreply@b.co',
      'e:ann@xn--mller-kva.example',
      'p:5551234567',
      'pt:n/a',
      'pt:000-000-0000',
      'p:5550100199',
      'p:+6561234567',
    ]));

  it('does not identify a person by placeholders', () =>
    expect(listIdentifying(contacts)).toEqual([
      'e:a@b.co',
      'e:ann@xn--mller-kva.example',
      'p:5551234567',
      'p:5550100199',
      'p:+6561234567',
    ]));

  it('claims a phone together with its extension', () => expect(listClaims(contacts)).toContain('p:5550100199;5'));

  it('finds text that identifies no person by the text, without case', () => {
    expect(emailIdentities('NONE')).toEqual(['et:none']);
    expect(emailIdentities('Noreply@B.co')).toEqual(['et:noreply@b.co']);
    expect(phoneIdentities('N/A', 'US')).toEqual(['pt:n/a']);
    expect(phoneIdentities('(000) 000-0000', 'US')).toEqual(['pt:(000) 000-0000']);
    expect([...emailIdentities(' '), ...phoneIdentities(' ', 'US')]).toEqual([]);
  });

  const person = (value: string, firstName = '', lastName = '') => ({
    firstName,
    lastName,
    emails: [],
    phones: preparePhones([phone(value)], 'US'),
  });
  it.each([
    ['the same extension', person('5125550134 x12', 'Ann'), person('5125550134 ext 12', 'Bob'), true],
    ['no extension on one side', person('5125550134', 'Ann'), person('5125550134 x12', 'Bob'), true],
    [
      'other extensions and the same name',
      person('5125550134 x7', 'Ann', 'Lee'),
      person('5125550134 x12', 'A.', 'Lee'),
      true,
    ],
    [
      'other extensions and other names',
      person('5125550134 x7', 'Ann', 'Lee'),
      person('5125550134 x12', 'Bob', 'Lee'),
      false,
    ],
    ['other extensions and no name', person('5125550134 x7', 'Ann', 'Lee'), person('5125550134 x12'), false],
  ])('given %s, a phone matches or not', (_case, known, given, matches) =>
    expect(isMatch(known, given, 'p:5125550134')).toBe(matches),
  );
});

it('removes duplicate and empty addresses', () => {
  const address = (street: string, city = '') => ({ type: 'home', street, city, state: '', code: '', country: '' });
  expect(
    prepareAddresses([address('1 Main St', 'Austin'), address('1 MAIN ST', 'austin '), address(' '), address('2 Elm')]),
  ).toEqual([address('1 Main St', 'Austin'), address('2 Elm')]);
});

it('removes duplicate tags, keeping the first spelling', () =>
  expect(prepareTags(['Buyer', ' buyer', 'VIP', 'vip ', '', 'Straße'])).toEqual(['Buyer', 'VIP', 'Straße']));

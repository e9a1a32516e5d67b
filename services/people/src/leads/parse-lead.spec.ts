import type { Event, EventPerson } from '@porchlight/contracts';
import { AccountSettings, DEFAULT_STAGES, TRASH_ID } from '../settings';
import { mergeLead } from './merge-lead';
import { newPerson, parseLead } from './parse-lead';

const NOW = Date.UTC(2026, 5, 1, 12);
const DAY = 86_400_000;
const owner = { accountId: 1, userId: 1, role: 'Owner' as const, system: 'Portal' };
const settings = new AccountSettings(DEFAULT_STAGES, [
  { id: 1, name: 'Olga Owner', role: 'Owner', status: 'Active' },
  { id: 3, name: 'Ada Agent', role: 'Agent', status: 'Active' },
  { id: 5, name: 'Len Lender', role: 'Lender', status: 'Active' },
]);
const email = (value: string) => ({ value, type: 'home', isPrimary: false, status: '' });
const phone = (value: string) => ({ value, type: 'home', isPrimary: false, normalized: '' });
const person = (part: Partial<EventPerson>): EventPerson => ({
  emails: [],
  phones: [],
  addresses: [],
  tags: [],
  customFields: {},
  ...part,
});
const event = (part: Partial<Event>): Event => ({
  id: 0,
  version: 0,
  customFields: {},
  person: person({ firstName: 'Jo' }),
  ...part,
});
const read = (part: Partial<Event>, strict = false) => parseLead(event(part), owner, settings, { now: NOW, strict });
const made = (part: Partial<Event>) => {
  const draft = newPerson(read(part), { ignore: false });
  return { ...draft, _id: 1, accountId: 1, id: 7, created: new Date(NOW), updated: new Date(NOW), version: 1 };
};
const options = { at: NOW, type: 'General Inquiry', defaultStageId: 1, unsubscribed: false };

describe('a lead', () => {
  it.each([
    [undefined, false, 'General Inquiry'],
    ['Inquiry', false, 'General Inquiry'],
    ['Inquiry', true, 'Property Inquiry'],
    ['Viewed Property', true, 'Viewed Property'],
  ])('of type %s with property %s is recorded as %s', (type, withProperty, recorded) =>
    expect(read({ type, property: withProperty ? { street: '1 Main St' } : {} }).type).toBe(recorded),
  );

  it.each([
    ['nothing', undefined],
    ['no person', person({})],
    ['blank values', person({ firstName: '  ', emails: [email(' ')] })],
  ])('with %s identifies no person', (_what, given) =>
    expect(() => read({ person: given })).toThrow(expect.objectContaining({ reason: 'NOTHING_TO_IDENTIFY' })),
  );

  it.each([
    ['an email', { emails: [email('a@b.co')] }],
    ['an invalid email', { emails: [email('nonsense')] }],
    ['a phone', { phones: [phone('555 123 4567')] }],
    ['an id', { id: 4 }],
    ['a name', { lastName: 'Bell' }],
  ])('with %s is accepted', (_what, given) => expect(() => read({ person: person(given) })).not.toThrow());

  it('stores an invalid email with the status Invalid', () =>
    expect(read({ person: person({ emails: [email('nonsense')] }) }).person.emails).toEqual([
      { value: 'nonsense', type: 'home', isPrimary: true, status: 'Invalid' },
    ]));

  it('older than a day is history; a future time becomes the current time', () => {
    expect(read({ occurredAt: new Date(NOW - DAY) }).historyOnly).toBe(false);
    expect(read({ occurredAt: new Date(NOW - DAY - 1) })).toMatchObject({ historyOnly: true, at: NOW - DAY - 1 });
    expect(read({ occurredAt: new Date(NOW + DAY) }).at).toBe(NOW);
  });

  it('D4.17 takes source and system from the event, the person or the caller', () => {
    expect(read({}).event).toMatchObject({ source: '<unspecified>', system: 'Portal' });
    expect(read({ system: 'Mine', source: 'zillow.com' }).event).toMatchObject({
      source: 'zillow.com',
      system: 'Mine',
    });
    const lead = read({ source: 'zillow.com', person: person({ firstName: 'Jo', source: 'Ad' }) });
    expect([lead.event.source, lead.person.source]).toEqual(['zillow.com', 'Ad']);
  });

  it('sets the price from the first inquiry, not from viewed properties', () => {
    expect(read({ property: { price: 5 } }).person.price).toBe(5);
    expect(read({ property: { price: 5 }, type: 'Viewed Property' }).person.price).toBeUndefined();
    expect(read({ property: { price: 5 }, person: person({ firstName: 'Jo', price: 6 }) }).person.price).toBe(6);
  });

  it.each([
    [{ stage: 'Nowhere' }, /'person.stage' refers to a stage/],
    [{ assignedTo: 'Nobody' }, /'person.assignedTo' refers to a user/],
    [{ assignedUserId: 99 }, /'person.assignedUserId' refers to a user/],
    [{ assignedUserId: 5 }, /'person.assignedUserId' refers to a user/],
    [{ assignedLenderName: 'Ada Agent' }, /'person.assignedLenderName' refers to a lender/],
    [
      { assignedTo: 'Ada Agent', assignedUserId: 1 },
      /'person.assignedTo' and 'person.assignedUserId' do not name the same/,
    ],
  ])('with unknown references is refused with strict handling only: %j', (given, message) => {
    const part = { person: person({ firstName: 'Jo', ...given }) };
    expect(() => read(part, true)).toThrow(message);
    expect(read(part).ignored.length).toBeGreaterThan(0);
  });

  it('ignores unknown references and reports them', () => {
    const lead = read({
      campaign: { medium: 'mail' },
      customFields: { customNone: '1' },
      person: person({
        firstName: 'Jo',
        stage: 'Nowhere',
        assignedTo: 'Ada Agent',
        assignedUserId: 99,
        assignedLenderId: 3,
      }),
    });
    expect(lead).toMatchObject({ stageId: 1, flow: { assignedUserId: 3, assignedLenderId: undefined } });
    expect(lead.event.campaign).toBeUndefined();
    expect(new Set(lead.ignored)).toEqual(
      new Set(['campaign', 'customNone', 'person.stage', 'person.assignedUserId', 'person.assignedLenderId']),
    );
  });

  it('sets lender and stage by id', () => {
    const lead = read({ person: person({ firstName: 'Jo', assignedLenderId: 5, stage: '2' }) });
    expect(lead).toMatchObject({ stageId: 2, flow: { assignedLenderId: 5 }, ignored: [] });
  });

  it('stores the HTML of its message sanitized, and other text unchanged', () => {
    const message = (text: string) => read({ message: text }).event.message;
    expect(message('<p onclick="x()">Hi <script>alert(1)</script></p>')).toBe('<p>Hi </p>');
    expect(message('1 < 2 & 3 > 2')).toBe('1 < 2 & 3 > 2');
  });

  it('N6 stores a message with 20,000 tags as plain text, and reports it', () => {
    const lead = read({ message: '<b>'.repeat(20_000), description: '<b>ok</b>' });
    expect(lead.event).toMatchObject({ message: '&lt;b>'.repeat(20_000), description: '<b>ok</b>' });
    expect(lead.ignored).toEqual(['message']);
  });

  it('contains no undefined values', () => {
    const lead = read({ property: { street: '1 Main St', city: undefined } });
    expect(Object.keys(lead.event.property ?? {})).toEqual(['street']);
  });
});

describe('a known person after another lead', () => {
  it('gets new values and retains existing ones', () => {
    const before = made({ person: person({ firstName: 'Jo', emails: [email('a@b.co')], tags: ['Buyer'], price: 10 }) });
    const lead = read({
      source: 'zillow.com',
      person: person({
        firstName: 'Ann',
        lastName: 'Bell',
        emails: [{ ...email('c@d.co'), isPrimary: true }, email('A@B.co')],
        phones: [phone('555 123 4567')],
        tags: ['BUYER', 'VIP'],
        price: 20,
      }),
    });
    const after = mergeLead(before, lead.person, { ...options, duplicates: [8] });
    expect(after).toMatchObject({
      firstName: 'Jo',
      lastName: '',
      name: 'Jo',
      sentNames: ['ann bell'],
      price: 10,
      source: 'zillow.com',
      possibleDuplicates: [8],
    });
    expect(after.tags).toEqual(['Buyer', 'VIP']);
    expect(after.emails.map(({ value, isPrimary }) => [value, isPrimary])).toEqual([
      ['a@b.co', true],
      ['c@d.co', false],
    ]);
    expect(after.identities).toEqual(['e:a@b.co', 'e:c@d.co', 'p:5551234567']);
    expect(after.claims).toEqual(['e:a@b.co']);
  });

  it('retains its source', () => {
    const before = made({ source: 'first.com' });
    expect(mergeLead(before, read({ source: 'second.com' }).person, options).source).toBe('first.com');
  });

  it('gets a name if it had none', () => {
    const before = made({ person: person({ emails: [email('a@b.co')] }) });
    expect(before.name).toBe('a@b.co');
    const lead = read({ person: person({ name: 'Ann Bell', emails: [email('a@b.co')] }) });
    expect(mergeLead(before, lead.person, options).name).toBe('Ann Bell');
  });

  it('returns from Trash', () => {
    const before = { ...made({ person: person({ firstName: 'Jo', stage: 'Trash' }) }) };
    expect(before).toMatchObject({ stageId: TRASH_ID, trashed: true });
    expect(mergeLead(before, read({}).person, options)).toMatchObject({ stageId: 1, trashed: false });
  });

  it('is marked as unsubscribed on all emails, also on those missing in the event', () => {
    const before = made({ person: person({ emails: [email('a@b.co')] }) });
    const lead = read({ type: 'Unsubscribed', person: person({ emails: [email('c@d.co')] }) });
    expect(mergeLead(before, lead.person, { ...options, unsubscribed: true }).emails.map((e) => e.status)).toEqual([
      'Unsubscribed',
      'Unsubscribed',
    ]);
  });

  it('changes only its activity after a lead without new values', () => {
    const before = made({
      person: person({ firstName: 'Jo', emails: [email('a@b.co')], phones: [phone('5551234567')] }),
    });
    const lead = read({
      person: person({ firstName: 'Jo', emails: [email('A@B.CO')], phones: [phone('+1 555 123 4567')] }),
    });
    expect(mergeLead(before, lead.person, { ...options, at: NOW + 1005 })).toEqual({
      ...before,
      lastActivity: new Date(NOW + 1005),
      lastLeadActivity: new Date(NOW + 1005),
    });
  });

  it('never moves its last activity backward', () => {
    const before = made({});
    expect(mergeLead(before, read({}).person, { ...options, at: NOW - DAY }).lastActivity).toEqual(new Date(NOW));
  });
});

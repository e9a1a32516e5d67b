import { addressLine, createMergeValues } from './merge-values';

it('an address drops missing parts with their separators', () => {
  expect(addressLine({ street: '1 Main St', city: 'Salem', code: '97301' })).toBe('1 Main St, Salem 97301');
  expect(addressLine({ street: '', city: 'Salem', code: '97301' })).toBe('Salem 97301');
  expect(addressLine({ street: '1 Main St', city: '', code: '97301' })).toBe('1 Main St, 97301');
  expect(addressLine({ street: '1 Main St', city: 'Salem', code: '' })).toBe('1 Main St, Salem');
  expect(addressLine({ street: '1 Main St', city: '', code: '' })).toBe('1 Main St');
  expect(addressLine({ street: '', city: '', code: '' })).toBe('');
});

it('values are the first of each kind; the default source is empty, and without a user the sender is empty', () => {
  const address = { street: '1 Main St', city: 'Salem', state: 'OR', code: '97301', country: 'US' };
  const person = {
    name: 'Ann Doe',
    firstName: 'Ann',
    lastName: 'Doe',
    emails: [
      { value: 'ann@example.org', status: '' },
      { value: 'other@example.org', status: '' },
    ],
    phones: ['555-1', '555-2'],
    addresses: [address, { ...address, street: 'elsewhere' }],
    source: 'Zillow',
  };
  const agent = { name: 'Ada Agent', firstName: 'Ada', lastName: 'Agent', email: 'ada@agency.example', phone: '555-9' };
  expect(createMergeValues(person, '7 Hill Rd', agent, 'https://x.example/u')).toEqual({
    agent_name: 'Ada Agent',
    agent_first_name: 'Ada',
    agent_last_name: 'Agent',
    agent_email: 'ada@agency.example',
    agent_phone: '555-9',
    contact_name: 'Ann Doe',
    contact_first_name: 'Ann',
    contact_last_name: 'Doe',
    contact_email: 'ann@example.org',
    contact_phone: '555-1',
    contact_street: '1 Main St',
    contact_city: 'Salem',
    contact_state: 'OR',
    contact_zipcode: '97301',
    contact_country: 'US',
    contact_address: '1 Main St, Salem 97301',
    source_name: 'Zillow',
    inquiry_address: '7 Hill Rd',
    unsubscribe_url: 'https://x.example/u',
  });
  const bare = createMergeValues(
    { ...person, emails: [], phones: [], addresses: [], source: '<unspecified>' },
    '',
    undefined,
    '',
  );
  expect(bare).toMatchObject({
    agent_name: '',
    contact_email: '',
    contact_phone: '',
    contact_address: '',
    source_name: '',
  });
});

import { describeUnsent, summarize } from './outbox-command';

it('prints the cause, the size and the account of a change that was set aside', () => {
  const at = new Date(0);
  const change = {
    _id: 'e1',
    accountId: 7,
    type: 'people.people.updated',
    occurred: at,
    change: Buffer.alloc(12),
    reason: 'The body is larger.',
    setAsideAt: at,
  };
  expect(describeUnsent([summarize(change)])).toBe(
    'e1  people.people.updated  1970-01-01T00:00:00.000Z  account 7  12 bytes\n  The body is larger.',
  );
  expect(describeUnsent([])).toBe('No change is set aside.');
});

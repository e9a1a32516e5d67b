import { describeLetters, describeQueues, showLetter } from './deadletters-command';

it('prints the queues with the number of open dead letters', () => {
  expect(describeQueues([])).toBe('There are no dead letters.');
  const text = describeQueues([{ name: 't.dead.g', topic: 't', group: 'g', open: 3, done: 2 }]);
  expect(text).toMatch(/t\.dead\.g\s+│\s+3\s+│\s+2/);
});

it('prints a dead letter with its reason and without control characters', () => {
  const message = {
    key: '7',
    id: 'id-1',
    type: 'people.people.created',
    time: new Date(0),
    value: Buffer.from('\u001b[31mred\u0000x'),
  };
  const text = describeLetters([
    showLetter({ offset: '0', message, reason: 'cannot read', error: 'TypeError', attempts: 5 }),
  ]);
  expect(text).toBe(
    'id-1  people.people.created  1970-01-01T00:00:00.000Z  account 7  5 attempts\n  TypeError: cannot read\n  ·[31mred·x',
  );
  expect(describeLetters([])).toBe('Nothing is open.');
});

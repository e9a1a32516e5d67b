import { refuse } from '@porchlight/errors';
import { isTransient } from './is-transient';

const named = (name: string, more: object = {}): Error => Object.assign(new Error(name), { name }, more);

it.each([
  ['a service that is away', refuse('UNAVAILABLE')],
  ['a deadline', refuse('DEADLINE')],
  ['a refused connection', named('Error', { code: 'ECONNREFUSED' })],
  ['a lost database', named('MongoNetworkError')],
  ['no primary in time', named('MongoServerSelectionError')],
  ['the same by mongoose', named('MongooseServerSelectionError')],
  ['a database that shuts down', named('MongoServerError', { code: 11600 })],
  ['a cause of such a kind', new Error('outer', { cause: new Error('inner', { cause: refuse('UNAVAILABLE') }) })],
  ['one of several of such a kind', new AggregateError([new Error('x'), named('Error', { code: 'EPIPE' })])],
])('takes %s for a fault of the surroundings', (_, error) => {
  expect(isTransient(error)).toBe(true);
});

const circular = new Error('circular');
circular.cause = circular;

it.each([
  ['a bug', new TypeError('x is not a function')],
  ['a refusal of the content', refuse('NOT_FOUND')],
  ['a duplicate key', named('MongoServerError', { code: 11000 })],
  ['a code of shutdown from elsewhere', named('Error', { code: 11600 })],
  ['a string', 'UNAVAILABLE'],
  ['nothing', undefined],
  ['an error that is its own cause', circular],
])('takes %s for a fault of the message', (_, error) => {
  expect(isTransient(error)).toBe(false);
});

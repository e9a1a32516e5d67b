import { refuse } from '@porchlight/errors';
import { isTransient } from './is-transient';
import { HandlerTimeout } from './middleware/middleware';

const named = (name: string, more: object = {}): Error => Object.assign(new Error(name), { name }, more);

it.each([
  ['a service that is away', refuse('UNAVAILABLE')],
  ['a deadline', refuse('DEADLINE')],
  ['a refused connection', named('Error', { code: 'ECONNREFUSED' })],
  ['a lost database', named('MongoNetworkError')],
  ['no primary in time', named('MongoServerSelectionError')],
  ['the same by mongoose', named('MongooseServerSelectionError')],
  ['a database that shuts down', named('MongoServerError', { code: 11600 })],
  ['a database whose disk is full', named('MongoServerError', { code: 14031 })],
  ['an error of the database server with an unknown code', named('MongoServerError', { code: 987_654 })],
  ['a bulk write that failed with an unknown code', named('MongoBulkWriteError', { code: 8 })],
  ['a server error without a code', named('MongoServerError')],
  ['a cause of such a kind', new Error('outer', { cause: new Error('inner', { cause: refuse('UNAVAILABLE') }) })],
  ['one of several of such a kind', new AggregateError([new Error('x'), named('Error', { code: 'EPIPE' })])],
])('treats %s as transient', (_, error) => {
  expect(isTransient(error)).toBe(true);
});

const circular = new Error('circular');
circular.cause = circular;

it.each([
  ['a bug', new TypeError('x is not a function')],
  ['a refusal of the content', refuse('NOT_FOUND')],
  ['a duplicate key', named('MongoServerError', { code: 11000 })],
  ['a duplicate key in a bulk write', named('MongoBulkWriteError', { code: 11000 })],
  ['a document over 16 MiB', named('MongoServerError', { code: 10334 })],
  ['an invalid statement', named('MongoServerError', { code: 2 })],
  ['a handler that exceeded its time limit', new HandlerTimeout(60_000)],
  ['a code of shutdown from elsewhere', named('Error', { code: 11600 })],
  ['a string', 'UNAVAILABLE'],
  ['nothing', undefined],
  ['an error that is its own cause', circular],
])('treats %s as an error of the message', (_, error) => {
  expect(isTransient(error)).toBe(false);
});

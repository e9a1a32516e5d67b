import { createMemoryDatabase } from '../memory/memory-database';
import { openTestStore } from '../../test/conformance/test-store';
import { defineDocument } from '../schema/document-schema';
import { number, text } from '../schema/columns';
import { classifyCommand, SCAN_COMMENT } from './classify-command';
import { createShardRouter, createUnroutedStatements, type Sharding } from './shard-router';
import { inAccounts, inAllAccounts } from './statement-accounts';

const RECORD = 7 * 2 ** 32 + 5;
const OTHER = 9 * 2 ** 32 + 5;

const openRouter = (sharding: Sharding, accountsIn: 'filter' | 'comment' = 'filter') => {
  const unrouted: string[] = [];
  const router = createShardRouter({
    collection: 'things',
    accountsIn,
    onUnrouted: (statement) => void unrouted.push(statement),
  });
  router.declare(sharding);
  return { router, unrouted };
};

describe('The router of a collection', () => {
  test.each([
    ['a record', { _id: RECORD, version: 2 }, 7],
    ['a key that is the account', { _id: 7 }, 7],
    ['a text key', { _id: '7:stage' }, 7],
    ['a text key with spaces', { _id: '7 people site' }, 7],
    ['a range of text keys', { _id: { $gt: '7:12:', $lt: '7:12;' } }, 7],
    ['a range of records', { _id: { $gt: RECORD, $lt: RECORD + 9 } }, 7],
    ['records of two accounts', { _id: { $in: [RECORD, OTHER, RECORD + 1] } }, { $in: [7, 9] }],
    ['a given account', { accountId: 3, _id: RECORD }, 3],
  ])('given %s, then the filter contains its account', (_name, filter, accountId) => {
    const { router, unrouted } = openRouter('byKey');
    expect(router.route(filter)).toEqual({ ...filter, accountId });
    expect(unrouted).toEqual([]);
  });

  test.each([
    ['no key', { dueAt: 1 }],
    ['a key without account', { _id: 'abc' }],
    ['a range over two accounts', { _id: { $gt: RECORD, $lt: OTHER } }],
    ['one key of several without account', { _id: { $in: [RECORD, 'abc'] } }],
  ])('given %s, then the statement is reported and stays as it is', (_name, filter) => {
    const { router, unrouted } = openRouter('byKey');
    expect(router.route(filter)).toBe(filter);
    expect(unrouted).toHaveLength(1);
  });

  it('reads no account from keys that contain none', () => {
    const { router, unrouted } = openRouter('byField');
    router.route({ _id: '7:5' });
    expect(unrouted).toEqual(['things: {_id}']);
    expect(router.route(inAccounts({ _id: 'abc' }, [7, 9, 7]))).toMatchObject({ accountId: { $in: [7, 9] } });
  });

  it('sends searches of all accounts and unsharded collections as they are', () => {
    const scan = inAllAccounts({ dueAt: 1 });
    const { router, unrouted } = openRouter('byKey');
    expect(router.route(scan)).toBe(scan);
    const leases = openRouter({ unsharded: 'leases' });
    leases.router.route({ _id: 'x' });
    expect([...unrouted, ...leases.unrouted]).toEqual([]);
  });

  it('given a server that cannot use an index with a further field, then no account is added, and it is still checked', () => {
    const { router, unrouted } = openRouter('byKey', 'comment');
    const filter = { _id: RECORD };
    expect(router.route(filter)).toBe(filter);
    router.route({ dueAt: 1 });
    expect(unrouted).toEqual(['things: {dueAt}']);
  });

  it('given observed commands to such a server, then the comment names the accounts that the filters do not', () => {
    const { router } = openRouter('byKey', 'comment');
    expect(router.comment([{ _id: RECORD }, { _id: OTHER }, { accountId: 3 }])).toBe('accounts 7 9');
    expect(router.comment([{ accountId: 3 }])).toBeUndefined();
    expect(router.comment([{ _id: RECORD }, { _id: 'abc' }])).toBeUndefined();
    expect(openRouter('byKey').router.comment([{ _id: RECORD }])).toBeUndefined();
  });

  it('given a search of all accounts, then the comment says so', () => {
    for (const accountsIn of ['filter', 'comment'] as const)
      expect(openRouter('byKey', accountsIn).router.comment([inAllAccounts({ dueAt: 1 })])).toBe(SCAN_COMMENT);
  });

  it('adds the account to documents that lack it', () => {
    const { router } = openRouter('byKey');
    expect(router.complete({ _id: '7:1' })).toEqual({ _id: '7:1', accountId: 7 });
    expect(router.complete({ _id: '7:1', accountId: 8 })).toEqual({ _id: '7:1', accountId: 8 });
  });
});

test.each([
  ['find', { find: 'things', filter: { _id: 1, accountId: 1 } }, 'named'],
  ['find', { find: 'things', filter: { _id: 1 } }, 'missing'],
  ['find', { find: 'things', filter: {}, comment: SCAN_COMMENT }, 'all'],
  ['aggregate', { aggregate: 'things', pipeline: [{ $match: { accountId: 1 } }] }, 'named'],
  ['aggregate', { aggregate: 'things', pipeline: [{ $match: { _id: 1 } }, { $match: { accountId: 1 } }] }, 'named'],
  ['aggregate', { aggregate: 'things', pipeline: [{ $group: { _id: 1 } }, { $match: { accountId: 1 } }] }, 'missing'],
  ['find', { find: 'things', filter: { _id: 1 }, comment: 'accounts 7 9' }, 'named'],
  ['find', { find: 'things', filter: { _id: 1 }, comment: 'accounts of the region' }, 'missing'],
  ['update', { update: 'things', updates: [{ q: { accountId: 1 } }, { q: { _id: 1 } }] }, 'missing'],
  ['delete', { delete: 'things', deletes: [{ q: { accountId: 1 } }] }, 'named'],
  ['insert', { insert: 'things', documents: [{ _id: 1 }] }, 'missing'],
  ['findAndModify', { findAndModify: 'things', query: { accountId: 1 } }, 'named'],
  ['createIndexes', { createIndexes: 'things' }, undefined],
])('given the command %s %j, then it is %s', (name, command, expected) => {
  expect(classifyCommand(name, command)).toBe(expected);
});

test('given a statement that the background refused, then the end of the test shows it', () => {
  const unrouted = createUnroutedStatements();
  unrouted.assertNone();
  expect(() => unrouted.refuse('things: {dueAt}')).toThrow('things: {dueAt}');
  expect(() => unrouted.assertNone()).toThrow('things: {dueAt}');
});

test('given documents without account, when the dialect mongodb is switched on, then they get it once', async () => {
  const database = createMemoryDatabase();
  const schema = defineDocument({ _id: text, n: number });
  // Not declared yet: stored as an earlier version did.
  const rows = database.collection<{ _id: string; n: number }>('rows');
  await rows.insertMany([
    { _id: '7:a', n: 1 },
    { _id: '9:b', n: 2 },
  ]);
  const open = async (dialect: 'mongodb' | 'compatible') => {
    const { store, stop } = await openTestStore(database, { dialect });
    store.collection('rows', schema);
    await store.prepare();
    return stop;
  };
  await open('compatible');
  expect(await rows.count({ accountId: { $gt: 0 } })).toBe(0);
  await open('mongodb');
  expect(await rows.find({ accountId: { $gt: 0 } }, { limit: 9, sort: { _id: 1 } })).toEqual([
    { _id: '7:a', accountId: 7, n: 1 },
    { _id: '9:b', accountId: 9, n: 2 },
  ]);
});

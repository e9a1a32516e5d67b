import { allActions, calls, notes, reactions, threadedReplies } from '@porchlight/contracts';
import type { Action } from '@porchlight/resource';
import { expectRefusal, eventually } from '@porchlight/testkit';
import type { Account, Json } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();

type User = Account['owner'];
const ADD = allActions.find(({ rpc }) => rpc === 'addReaction')!;
const REMOVE = allActions.find(({ rpc }) => rpc === 'removeReactions')!;

/** Calls an action on the reactions to a record. */
const act = (user: User, action: Action, refType: string, id: number, input: Json = {}) =>
  user.act(action, { id, path: { refType, id: String(id) }, ...input });
const add = (user: User, refType: string, id: number, body: string) => act(user, ADD, refType, id, { body: { body } });

/** An account in which a person of the agent has a note with a reply, and a call. */
const openNote = async () => {
  const account = await suite.newAccount();
  const { person } = await account.owner.createPerson({ firstName: 'Jo', assignedUserId: 3 });
  const personId = person.id as number;
  const note = await account.owner.on(notes).create({ personId, body: 'Note' });
  const call = await account.owner.on(calls).create({ personId, phone: '5125550100', isIncoming: true });
  const body = { refType: 'Note', refId: note['id'], body: 'Agreed' };
  const reply = await account.agent.on(threadedReplies).create(body);
  const ids = { Note: note['id'] as number, Call: call['id'] as number, ThreadedReply: reply['id'] as number };
  return { ...account, personId, ids, reply };
};

const listBodies = async (user: User): Promise<string[]> =>
  (await user.on(reactions).list('limit=100')).records.map(({ body }) => String(body));

describe('D12.6 reactions', () => {
  it.each(['Note', 'note', 'CALL', 'threadedReply'])(
    'given a POST to /reactions/%s, then 201 and its GET',
    async (word) => {
      const { owner, ids } = await openNote();
      const refType = (['Note', 'Call', 'ThreadedReply'] as const).find(
        (type) => type.toLowerCase() === word.toLowerCase(),
      )!;
      const { status, body } = (await add(owner, word, ids[refType], '🤣')) as { status: number; body: Json };
      expect(status).toBe(201);
      expect(body).toMatchObject({ refType, refId: ids[refType], body: '🤣', createdBy: 'Olga Owner', createdById: 1 });
      expect(await owner.on(reactions).get(body['id'])).toEqual(body);
    },
  );

  it('given the same emoji again, then there is one reaction', async () => {
    const { owner, agent, ids } = await openNote();
    const first = await add(owner, 'Note', ids.Note, '👍');
    expect(await add(owner, 'Note', ids.Note, '👍')).toEqual(first);
    await add(agent, 'Note', ids.Note, '👍');
    expect(await listBodies(owner)).toEqual(['👍', '👍']);
  });

  it('given the same emoji ten times at once, then there is one reaction', async () => {
    const { owner, ids } = await openNote();
    await Promise.all(Array.from({ length: 10 }, () => add(owner, 'Note', ids.Note, '👍')));
    expect(await listBodies(owner)).toEqual(['👍']);
  });

  it.each([
    ['in the query', { query: { emoji: ['👍'] } }, ['🎉']],
    ['in the body', { body: { body: '👍' } }, ['🎉']],
    ['nowhere', {}, []],
  ])(
    'given a DELETE with the emoji %s, then 204 and those of the caller are gone',
    async (_where, input, remaining) => {
      const { owner, agent, ids } = await openNote();
      for (const emoji of ['👍', '🎉']) await add(owner, 'Note', ids.Note, emoji);
      await add(agent, 'Note', ids.Note, '😀');
      expect(await act(owner, REMOVE, 'note', ids.Note, input)).toMatchObject({ status: 204 });
      expect(await listBodies(owner)).toEqual(['😀', ...remaining]);
    },
  );

  it('given a record whose person the caller may not see, then 404', async () => {
    const { agent2, ids } = await openNote();
    await expectRefusal(add(agent2, 'Note', ids.Note, '👍'), 'NOT_FOUND');
    await expectRefusal(act(agent2, REMOVE, 'Note', ids.Note), 'NOT_FOUND');
  });

  it.each(['TextMessage', 'Person', ''])('given the type %j, then 404', (refType) => {
    const input = { id: 1, path: { refType }, query: {}, body: { body: 'x' }, mask: [] };
    expect(() => ADD.request(input)).toThrow(expect.objectContaining({ reason: 'NOT_FOUND' }));
  });

  it('given one added and removed, then each fires its event', async () => {
    const { owner, accountId, ids } = await openNote();
    await add(owner, 'Note', ids.Note, '👍');
    await act(owner, REMOVE, 'Note', ids.Note);
    const fired = () => suite.collected.webhooks(accountId).filter((name) => name.startsWith('reaction'));
    await eventually(() => expect(fired()).toEqual(['reactionCreated', 'reactionDeleted']));
  });

  it('given 200 on one record, then one more is refused with 409', async () => {
    const { owner, agent, ids } = await openNote();
    await Promise.all(Array.from({ length: 200 }, (_, nth) => add(owner, 'Note', ids.Note, `e${nth}`)));
    await expectRefusal(add(agent, 'Note', ids.Note, '👍'), 'LIMIT_REACHED');
  });
});

describe('D12.6 threaded replies', () => {
  it('given a reply, then the record has exactly the keys that clients read, and its person', async () => {
    const { reply, owner, personId, ids } = await openNote();
    expect(reply).toEqual({
      id: 1,
      created: expect.any(String),
      updated: expect.any(String),
      createdById: 3,
      refType: 'Note',
      refId: ids.Note,
      personId,
      body: 'Agreed',
      reactions: [],
    });
    expect(await owner.on(threadedReplies).get(1)).toEqual(reply);
  });

  it('given a reply with reactions, then its GET shows them', async () => {
    const { owner, ids } = await openNote();
    await add(owner, 'ThreadedReply', ids.ThreadedReply, '👍');
    expect(await owner.on(threadedReplies).get(1)).toMatchObject({ reactions: [{ body: '👍', createdById: 1 }] });
  });

  it('given a note of a person whom the caller may not see, then the reply is refused', async () => {
    const { agent2, ids } = await openNote();
    const body = { refType: 'Note', refId: ids.Note, body: 'x' };
    await expect(agent2.on(threadedReplies).create(body)).rejects.toThrow(
      "Field 'refId': no such record or no permission.",
    );
  });

  it('given another person in the body, then the reply is refused', async () => {
    const { owner, personId, ids } = await openNote();
    const body = { refType: 'Note', refId: ids.Note, body: 'x', personId: personId + 1 };
    await expectRefusal(owner.on(threadedReplies).create(body), 'INVALID_BODY');
  });

  it('given a create, change and deletion, then each fires its event', async () => {
    const { agent, accountId } = await openNote();
    await agent.on(threadedReplies).update(1, { body: 'Changed' });
    await agent.on(threadedReplies).remove(1);
    const fired = () => suite.collected.webhooks(accountId).filter((name) => name.startsWith('threadedReply'));
    await eventually(() =>
      expect(fired()).toEqual(['threadedReplyCreated', 'threadedReplyUpdated', 'threadedReplyDeleted']),
    );
  });

  it('given 100 to one note, then one more is refused with 409', async () => {
    const { owner, ids } = await openNote();
    const body = { refType: 'Note', refId: ids.Note, body: 'x' };
    await Promise.all(Array.from({ length: 99 }, () => owner.on(threadedReplies).create(body)));
    await expectRefusal(owner.on(threadedReplies).create(body), 'LIMIT_REACHED');
  });
});

describe('D12.6 includeReactions and includeThreadedReplies', () => {
  it.each([
    ['a note', notes, 'Note'],
    ['a call', calls, 'Call'],
  ] as const)('given %s with both, then its GET shows them on request only', async (_what, descriptor, refType) => {
    const { owner, ids } = await openNote();
    await add(owner, refType, ids[refType], '🤣');
    const { id } = await owner.on(threadedReplies).create({ refType, refId: ids[refType], body: 'Second' });
    await add(owner, 'ThreadedReply', id as number, '👍');
    const get = (query: string) => owner.on(descriptor as typeof notes).get(ids[refType], query);
    const plain = await get('');
    expect(plain['reactions']).toBeUndefined();
    expect(plain['threadedReplies']).toBeUndefined();
    expect((await get('includeReactions=true'))['reactions']).toMatchObject([{ body: '🤣', createdBy: 'Olga Owner' }]);
    const replies = (await get('includeThreadedReplies=true'))['threadedReplies'];
    expect(replies.at(-1)).toMatchObject({ id, body: 'Second', reactions: [{ body: '👍' }] });
  });

  it('given a call without replies and reactions, then both are empty lists', async () => {
    const { owner, ids } = await openNote();
    const query = 'includeThreadedReplies=true&includeReactions=true';
    expect(await owner.on(calls).get(ids.Call, query)).toMatchObject({ reactions: [], threadedReplies: [] });
  });
});

describe('D12.6 replies and reactions follow their record and its person', () => {
  const openAll = async () => {
    const account = await openNote();
    for (const refType of ['Note', 'Call', 'ThreadedReply'] as const)
      await add(account.owner, refType, account.ids[refType], refType);
    return account;
  };
  const totals = async (user: User, query = ''): Promise<number[]> =>
    Promise.all([threadedReplies, reactions].map(async (one) => (await user.on(one as never).list(query)).total));

  it('given the deletion of the note, then its reply and the reactions to both are deleted without events', async () => {
    const { owner, ids, accountId } = await openAll();
    await owner.on(notes).remove(ids.Note);
    await eventually(async () => expect(await totals(owner)).toEqual([0, 1]));
    expect(await listBodies(owner)).toEqual(['Call']);
    await eventually(() => expect(suite.collected.webhooks(accountId)).toContain('notesDeleted'));
    expect(suite.collected.webhooks(accountId)).not.toContain('reactionDeleted');
  });

  it('given the deletion of the reply, then its reactions are deleted', async () => {
    const { owner, ids } = await openAll();
    await owner.on(threadedReplies).remove(ids.ThreadedReply);
    await eventually(async () => expect(await listBodies(owner)).toEqual(['Call', 'Note']));
  });

  it('D4.12 given the deletion of the person, then all are deleted', async () => {
    const { owner, personId } = await openAll();
    await owner.deletePerson(personId);
    await eventually(async () => expect(await totals(owner)).toEqual([0, 0]));
  });

  it('given a merge, then they belong to the survivor and its viewers', async () => {
    const { owner, agent2, personId } = await openAll();
    const { person } = await owner.createPerson({ firstName: 'Stay', assignedUserId: 4 });
    const merge = allActions.find(({ rpc }) => rpc === 'mergePeople')!;
    await owner.act(merge, { id: person.id, body: { otherId: personId } });
    expect(await totals(agent2, `personId=${person.id}`)).toEqual([1, 3]);
  });

  it('given another assigned user, then only the current viewers see them', async () => {
    const { owner, agent, agent2, personId } = await openAll();
    await owner.updatePerson(personId, { assignedUserId: 4, collaborators: [] });
    await eventually(async () => expect(await totals(agent)).toEqual([0, 0]));
    expect(await totals(agent2)).toEqual([1, 3]);
  });
});

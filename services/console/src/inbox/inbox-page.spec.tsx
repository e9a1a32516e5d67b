import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { PERSON_ANSWERS, tagged } from '../../test/person-answers';
import { show } from '../../test/show';
import { setApiSession } from '../api/porchlight';
import { useLiveUpdates } from '../live/use-live-updates';
import ConversationPage from './conversation-page';
import InboxPage from './inbox-page';

const WANDA = {
  id: 4,
  inboxAppId: 1,
  participants: [{ name: 'Wanda Web' }],
  userId: null,
  assignedUserId: 8,
  ownerSharedInboxId: 2,
  assignedSharedInboxId: null,
  personId: 9,
  archived: false,
  unread: true,
  lastMessage: 'Is it free?',
  lastMessageAt: '2026-01-01T00:00:00Z',
};
const OWN = {
  ...WANDA,
  id: 5,
  participants: [{ name: 'Owen Own' }],
  userId: 7,
  ownerSharedInboxId: null,
  unread: false,
};
const ANSWERS = {
  ...PERSON_ANSWERS,
  'GET /v1/conversations': createList('conversations', [WANDA, OWN]),
  'GET /v1/teamInboxes': createList('teamInboxes', [{ id: 2, name: 'Rentals' }]),
  'GET /v1/inboxApps/installedApps': { inboxApps: [{ id: 1, name: 'Chatter' }] },
  'GET /v1/textMessageTemplates': createList('textmessagetemplates', [{ id: 6, name: 'Welcome' }]),
  'GET /v1/people/9': { id: 9, name: 'Elena Soren', stage: 'Lead', phones: [], emails: [], tags: [] },
};

describe('the inbox', () => {
  const open = () => ({ sent: fakeApi(ANSWERS), ...show(<InboxPage />, { at: '/inbox', path: '/inbox' }) });

  test('given an unread conversation, then app, team inbox and assigned user are beside its message', async () => {
    open();
    const link = await screen.findByRole('link', { name: /Wanda Web/ });
    await within(link).findByText('Chatter · Rentals · Alan Agent');
    within(link).getByText('Unread');
    within(link).getByText('Is it free?');
  });

  test('given an app that names no participants, then the conversation has the name of the person', async () => {
    fakeApi({
      ...ANSWERS,
      'GET /v1/conversations': createList('conversations', [
        { ...WANDA, participants: [] },
        { ...OWN, participants: [], personId: null },
      ]),
      'GET /v1/people': createList('people', [{ id: 9, name: 'Elena Soren' }]),
    });
    show(<InboxPage />, { at: '/inbox', path: '/inbox' });
    await screen.findByRole('link', { name: /Elena Soren/ });
    screen.getByRole('link', { name: /Conversation 5/ });
  });

  test('given Unread, then only unread ones are requested, and Back returns to all', async () => {
    const { user, sent, address, goBack } = open();
    await screen.findByRole('link', { name: /Wanda Web/ });
    await user.click(screen.getByRole('radio', { name: 'Unread' }));
    await waitFor(() => expect(sent.some(({ path }) => /archived=false.*unread=true/.test(path))).toBe(true));
    expect(address()).toBe('/inbox?view=unread');
    await goBack();
    expect(address()).toBe('/inbox');
  });

  test('given words, then only conversations with them are shown', async () => {
    const { user } = open();
    await screen.findByRole('link', { name: /Wanda Web/ });
    await user.type(screen.getByLabelText('Search conversations'), 'OWEN');
    screen.getByRole('link', { name: /Owen Own/ });
    expect(screen.queryByRole('link', { name: /Wanda Web/ })).toBeNull();
    await user.type(screen.getByLabelText('Search conversations'), ' x');
    screen.getByText('No conversation has these words.');
  });

  test.each([
    ['Assigned to you', 'assignedUserId=7'],
    ['Unassigned', 'unassigned=true'],
  ])('given %s, then only these are requested', async (label, query) => {
    const { user, sent } = open();
    await screen.findByRole('link', { name: /Wanda Web/ });
    await user.selectOptions(screen.getByLabelText('Assigned'), label);
    await waitFor(() => expect(sent.some(({ path }) => path.includes(query))).toBe(true));
  });

  test('given a team inbox, then only its conversations are shown', async () => {
    const { user } = open();
    await screen.findByRole('option', { name: 'Rentals' });
    await user.selectOptions(screen.getByLabelText('Inbox'), 'Rentals');
    await screen.findByRole('link', { name: /Wanda Web/ });
    expect(screen.queryByRole('link', { name: /Owen Own/ })).toBeNull();
    await user.selectOptions(screen.getByLabelText('Inbox'), 'Your inbox');
    await screen.findByRole('link', { name: /Owen Own/ });
    expect(screen.queryByRole('link', { name: /Wanda Web/ })).toBeNull();
  });
});

/** The page of a conversation as the console shows it, with the stream. */
const LivePage = () => {
  useLiveUpdates();
  return <ConversationPage />;
};

describe('a conversation', () => {
  const messages = [
    {
      id: 'm1',
      created: '2026-01-01T00:00:00Z',
      type: 'message',
      message: 'Hello',
      isIncoming: true,
      sender: { name: 'Wanda Web' },
    },
    { id: 'm2', created: '2026-01-01T00:01:00Z', type: 'message', message: 'Hi', isIncoming: false, userId: 8 },
  ];
  const open = (answers: Parameters<typeof fakeApi>[0] = {}) => ({
    sent: fakeApi({
      ...ANSWERS,
      'GET /v1/conversations/4': { ...WANDA, messages },
      'POST /v1/conversations/4/read': WANDA,
      ...answers,
    }),
    ...show(<ConversationPage />, { at: '/inbox/4', path: '/inbox/:id' }),
  });

  test('given messages, then each has its writer, the person is beside them, and it is marked as read', async () => {
    const { sent } = open();
    const list = within(await screen.findByRole('list', { name: 'Messages' }));
    await list.findByText(/Alan Agent/);
    list.getByText(/Wanda Web/);
    await screen.findByRole('link', { name: 'Elena Soren' });
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/v1/conversations/4/read'));
  });

  test('given a template, when it is inserted, then its text is merged for the person and added to the draft', async () => {
    const { user, sent } = open({ 'POST /v1/textMessageTemplates/merge': { mergedTemplate: 'Hi Elena' } });
    await user.type(await screen.findByLabelText('Reply'), 'Thank you.');
    await user.click(await screen.findByRole('button', { name: 'Insert template' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Welcome' }));
    await waitFor(() => expect(screen.getByLabelText('Reply')).toHaveProperty('value', 'Thank you.\nHi Elena'));
    expect(sent.find(({ path }) => path.endsWith('/merge'))?.body).toEqual({ templateId: 6, personId: 9 });
  });

  test('given an event of the stream, then a new message is on the open page without an action', async () => {
    let count = 1;
    let send: (text: string) => void = () => undefined;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
    });
    const sent = fakeApi({
      ...ANSWERS,
      'GET /v1/conversations/4': () => ({ ...WANDA, unread: false, messages: messages.slice(0, count) }),
      'GET /v1/stream': new Response(stream, { headers: { 'content-type': 'text/event-stream' } }),
    });
    setApiSession({ user: { id: 7 }, account: { id: 1 }, csrfToken: 'token' });
    show(<LivePage />, { at: '/inbox/4', path: '/inbox/:id' });
    await screen.findByText('Hello');
    await waitFor(() => expect(sent.some(({ path }) => path === '/v1/stream')).toBe(true));
    count = 2;
    send('id: 1\nevent: conversationsUpdated\ndata: {}\n\n');
    await screen.findByText('Hi', undefined, { timeout: 3_000 });
  });

  const READ = { ...WANDA, unread: false, assignedUserId: null, messages };
  const openRead = (change: object = {}) => {
    let stored: object = { ...READ, ...change };
    const opened = open({
      'GET /v1/conversations/4': () => tagged(stored),
      'PUT /v1/conversations/4': ({ body }: { body: unknown }) => (stored = { ...stored, ...(body as object) }),
    });
    const puts = () => opened.sent.filter(({ method }) => method === 'PUT');
    return { ...opened, puts };
  };

  test('given a user, when it is chosen, then the conversation is assigned with the entity tag', async () => {
    const { user, puts } = openRead();
    await user.click(await screen.findByRole('button', { name: 'Assigned to: Not assigned' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Alan Agent' }));
    await screen.findByRole('button', { name: 'Assigned to: Alan Agent' });
    expect(puts().map(({ body, headers }) => ({ body, tag: headers.get('if-match') }))).toEqual([
      { body: { assignedUserId: 8 }, tag: '"4"' },
    ]);
  });

  test('given the key e, then it is archived; typed in the reply it is text', async () => {
    const { user, puts } = openRead();
    await user.type(await screen.findByLabelText('Reply'), 'e');
    expect(puts()).toEqual([]);
    await user.click(document.body);
    await user.keyboard('e');
    await screen.findByRole('button', { name: 'Reopen conversation' });
    expect(puts().map(({ body }) => body)).toEqual([{ archived: true }]);
  });

  test('given Mark as unread, then it stays unread and the list is shown', async () => {
    const { user, puts, sent, address } = openRead();
    await user.click(await screen.findByRole('button', { name: 'Mark as unread' }));
    await waitFor(() => expect(address()).toBe('/inbox'));
    expect(puts().map(({ body }) => body)).toEqual([{ unread: true }]);
    expect(sent.some(({ path }) => path.endsWith('/read'))).toBe(false);
  });

  test("given the user's own inbox, when it is assigned to another, then it is left", async () => {
    const { user, address } = openRead({ userId: 7 });
    await user.click(await screen.findByRole('button', { name: 'Assigned to: Not assigned' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Alan Agent' }));
    await waitFor(() => expect(address()).toBe('/inbox'));
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { PERSON_ANSWERS } from '../../test/person-answers';
import { show } from '../../test/show';
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

  test('given a new message, then it is on the open page without an action', async () => {
    let count = 1;
    open({ 'GET /v1/conversations/4': () => ({ ...WANDA, unread: false, messages: messages.slice(0, count) }) });
    await screen.findByText('Hello');
    count = 2;
    await screen.findByText('Hi');
  });
});

import { screen, waitFor } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import { PersonConversations } from './person-conversations';

describe('the conversations of a person', () => {
  const open = (rows: readonly object[]) => ({
    sent: fakeApi({ 'GET /v1/conversations': createList('conversations', rows) }),
    ...show(<PersonConversations personId={9} />),
  });

  test('given a conversation, then its last message leads to it', async () => {
    const { sent } = open([{ id: 4, lastMessage: 'Is it free?', lastMessageAt: '2026-01-01T00:00:00Z', unread: true }]);
    const link = await screen.findByRole('link', { name: 'Is it free?' });
    expect(link.getAttribute('href')).toBe('/inbox/4');
    screen.getByText(/unread$/);
    expect(sent[0]?.path).toContain('personId=9');
  });

  test('given none, then the card is hidden', async () => {
    const { sent } = open([]);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByText('Conversations')).toBeNull();
  });
});

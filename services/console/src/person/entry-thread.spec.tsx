import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { PERSON_ANSWERS } from '../../test/person-answers';
import { show } from '../../test/show';
import { PersonTimeline } from './person-timeline';

const NOTE = { id: 5, created: '2026-01-03T00:00:00Z', body: 'Likes gardens', createdBy: 'Alan Agent' };
const REPLY = { id: 2, refType: 'Note', refId: 5, body: 'Me too', createdById: 7, created: '2026-01-04T00:00:00Z' };
const THUMB = { id: 1, refType: 'Note', refId: 5, body: '👍', createdById: 8, createdBy: 'Alan Agent' };

describe('D12.6 replies and reactions on the timeline', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}) => ({
    sent: fakeApi({
      ...PERSON_ANSWERS,
      'GET /v1/notes': createList('notes', [NOTE]),
      'GET /v1/threadedReplies': createList('threadedReplies', [REPLY]),
      'GET /v1/reactions': createList('reactions', [THUMB]),
      ...answers,
    }),
    ...show(<PersonTimeline personId={9} />),
  });

  test('given a reply and a reaction, then both are below the note', async () => {
    open();
    const replies = within(await screen.findByRole('list', { name: 'Replies to note of Alan Agent' }));
    replies.getByText('Me too');
    await screen.findByRole('button', { name: '👍 1: Alan Agent', pressed: false });
  });

  test('given a reaction of a colleague, when it is clicked, then that of the user is added', async () => {
    const { user, sent } = open({ 'POST /v1/reactions/Note/5': THUMB });
    await user.click(await screen.findByRole('button', { name: /^👍 1/ }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ body: '👍' }));
  });

  test('given a reaction of the user, when it is clicked, then it is removed', async () => {
    const { user, sent } = open({
      'GET /v1/reactions': createList('reactions', [{ ...THUMB, createdById: 7 }]),
      'DELETE /v1/reactions/Note/5': new Response(null, { status: 204 }),
    });
    await user.click(await screen.findByRole('button', { name: /^👍 1/, pressed: true }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'DELETE')?.path).toBe(
        `/v1/reactions/Note/5?emoji=${encodeURIComponent('👍')}`,
      ),
    );
  });

  test('given a reply is typed, then it is sent for the note and the field closes', async () => {
    const { user, sent } = open({ 'POST /v1/threadedReplies': REPLY });
    await user.click(await screen.findByRole('button', { name: 'Reply to note of Alan Agent' }));
    await user.keyboard('Ask about the pool{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
        refType: 'Note',
        refId: 5,
        body: 'Ask about the pool',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  });

  test('given an unsent reply, when the page is opened again, then the text is there (U6)', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Reply to note of Alan Agent' }));
    await user.keyboard('Ask about');
    cleanup();
    const again = open();
    await again.user.click(await screen.findByRole('button', { name: 'Reply to note of Alan Agent' }));
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Ask about');
  });

  test('given an own reply, when its deletion is confirmed, then it is deleted', async () => {
    const { user, sent } = open({ 'DELETE /v1/threadedReplies/2': {} });
    await user.click(await screen.findByRole('button', { name: 'Delete reply of Olive Owner' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toContain('DELETE'));
  });
});

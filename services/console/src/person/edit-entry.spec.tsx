import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { PERSON_ANSWERS, tagged } from '../../test/person-answers';
import { show } from '../../test/show';
import { PersonTimeline } from './person-timeline';

const CREATED = '2026-01-03T00:00:00Z';
const CALL = { id: 3, created: CREATED, phone: '3125551204', isIncoming: true, note: 'Lft', outcome: null };
const TEXT = { id: 4, created: CREATED, message: 'See yu', isIncoming: false };
const EMAIL = { id: 5, created: CREATED, subject: 'Visit', body: 'At 5', isIncoming: false };
const REPLY = { id: 2, refType: 'Call', refId: 3, body: 'Wil do', createdById: 7, created: CREATED };

describe('the correction of entries of the timeline', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}) => ({
    sent: fakeApi({
      ...PERSON_ANSWERS,
      'GET /v1/calls': createList('calls', [CALL]),
      'GET /v1/calls/3': tagged(CALL),
      'PUT /v1/calls/3': CALL,
      'GET /v1/textMessages': createList('textMessages', [TEXT]),
      'GET /v1/textMessages/4': tagged(TEXT),
      'PUT /v1/textMessages/4': TEXT,
      'GET /v1/emails': createList('emails', [EMAIL]),
      'GET /v1/emails/5': tagged(EMAIL),
      'PUT /v1/emails/5': EMAIL,
      'GET /v1/threadedReplies': createList('threadedReplies', [REPLY]),
      'GET /v1/threadedReplies/2': tagged(REPLY),
      'PUT /v1/threadedReplies/2': REPLY,
      ...answers,
    }),
    ...show(<PersonTimeline personId={9} />),
  });
  type Opened = ReturnType<typeof open>;
  const edit = async ({ user }: Opened, entry: string, item: string) => {
    await user.click(await screen.findByRole('button', { name: `More for ${entry}` }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    return within(await screen.findByRole('dialog'));
  };
  const retype = async ({ user }: Opened, field: HTMLElement, text: string): Promise<void> => {
    await user.clear(field);
    await user.type(field, text);
  };
  const puts = ({ sent }: Opened) => sent.filter(({ method }) => method === 'PUT');

  test('given a call, when its note and outcome are corrected, then only these are sent with the entity tag', async () => {
    const opened = open();
    const dialog = await edit(opened, 'Call received', 'Edit call');
    await retype(opened, dialog.getByLabelText('Notes of the call'), 'Left a message');
    await opened.user.selectOptions(dialog.getByLabelText('Outcome'), 'Left Message');
    await opened.user.click(dialog.getByRole('button', { name: 'Save call' }));
    await waitFor(() =>
      expect(puts(opened)).toMatchObject([
        { path: '/v1/calls/3', body: { note: 'Left a message', outcome: 'Left Message' } },
      ]),
    );
    expect(puts(opened)[0]!.headers.get('if-match')).toBe('"4"');
  });

  test('given a text message, then its text is corrected', async () => {
    const opened = open();
    const dialog = await edit(opened, 'Text sent', 'Edit text message');
    await retype(opened, dialog.getByLabelText('Text message'), 'See you');
    await opened.user.click(dialog.getByRole('button', { name: 'Save text message' }));
    await waitFor(() => expect(puts(opened)).toMatchObject([{ body: { message: 'See you' } }]));
  });

  test('given an email, when its subject is cleared, then the record has none', async () => {
    const opened = open();
    const dialog = await edit(opened, 'Email sent: Visit', 'Edit email');
    await opened.user.clear(dialog.getByLabelText('Subject'));
    await opened.user.click(dialog.getByRole('button', { name: 'Save email' }));
    await waitFor(() => expect(puts(opened)).toMatchObject([{ path: '/v1/emails/5', body: { subject: null } }]));
  });

  test('given a reply of the user, then its text is corrected', async () => {
    const opened = open();
    await opened.user.click(await screen.findByRole('button', { name: /^Edit reply of / }));
    const dialog = within(await screen.findByRole('dialog'));
    await retype(opened, dialog.getByLabelText('Reply'), 'Will do');
    await opened.user.click(dialog.getByRole('button', { name: 'Save reply' }));
    await waitFor(() =>
      expect(puts(opened)).toMatchObject([{ path: '/v1/threadedReplies/2', body: { body: 'Will do' } }]),
    );
  });

  test('given a reply whose id is that of the person, then its text is in the dialog', async () => {
    const reply = { ...REPLY, id: 9 };
    const opened = open({
      'GET /v1/threadedReplies': createList('threadedReplies', [reply]),
      'GET /v1/threadedReplies/9': tagged(reply),
    });
    await opened.user.click(await screen.findByRole('button', { name: /^Edit reply of / }));
    const field = within(await screen.findByRole('dialog')).getByLabelText<HTMLTextAreaElement>('Reply');
    expect(field.value).toBe('Wil do');
  });

  test('given a reply of a colleague, then it cannot be corrected', async () => {
    open({ 'GET /v1/threadedReplies': createList('threadedReplies', [{ ...REPLY, createdById: 8 }]) });
    await screen.findByText('Wil do');
    expect(screen.queryByRole('button', { name: /^Edit reply of / })).toBeNull();
  });

  test('given a call that a colleague corrected meanwhile, then both notes are shown and nothing is sent', async () => {
    let reads = 0;
    const opened = open({
      'GET /v1/calls/3': () => tagged(reads++ === 0 ? CALL : { ...CALL, note: 'Left a voice mail' }),
    });
    const dialog = await edit(opened, 'Call received', 'Edit call');
    await retype(opened, dialog.getByLabelText('Notes of the call'), 'Left a message');
    await opened.user.click(dialog.getByRole('button', { name: 'Save call' }));
    await dialog.findByRole('row', { name: 'Notes of the call Left a voice mail Left a message' });
    expect(puts(opened)).toEqual([]);
  });
});

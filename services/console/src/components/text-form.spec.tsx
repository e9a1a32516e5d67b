import { cleanup, screen, waitFor } from '@testing-library/react';
import { createDelayed } from '../../test/fake-api';
import { show } from '../../test/show';
import { TextForm } from './text-form';

describe('a form for one text', () => {
  const open = (send: (text: string) => Promise<unknown> = () => Promise.resolve(), draft = 'note/3') =>
    show(
      <TextForm
        label="Add a note"
        verb="Add note"
        what="a note"
        draft={draft}
        send={send}
        subjects={['notes']}
        done="Note added."
      />,
    );
  const field = () => screen.getByLabelText('Add a note');
  const text = () => (field() as HTMLTextAreaElement).value;
  const submit = () => screen.getByRole('button', { name: 'Add note' });

  test('given text, when it is sent, then the field is empty and the result is announced', async () => {
    const texts: string[] = [];
    const { user } = open((sent) => Promise.resolve(texts.push(sent)));
    await user.type(field(), 'Likes gardens');
    await user.click(submit());
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Note added.'),
    );
    expect(text()).toBe('');
    expect(texts).toEqual(['Likes gardens']);
  });

  test('given only blanks, when the form is submitted, then the field says what to enter and has the focus', async () => {
    const { user } = open();
    await user.type(field(), '   ');
    await user.click(submit());
    await screen.findByText('Enter a note.');
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  test('given the session ended, when the page is opened again, then the text is there (U6)', async () => {
    const { user } = open();
    await user.type(field(), 'Likes gardens');
    cleanup();
    open();
    expect(text()).toBe('Likes gardens');
  });

  test('given the text was sent, when the page is opened again, then the field is empty', async () => {
    const { user } = open();
    await user.type(field(), 'Likes gardens');
    await user.click(submit());
    await screen.findByText('Note added.');
    cleanup();
    open();
    expect(text()).toBe('');
  });

  test('given the page is left before the response, when it is opened again, then the text that was sent is gone', async () => {
    const { answer, send } = createDelayed();
    const { user } = open(() => answer);
    await user.type(field(), 'Likes gardens');
    await user.click(submit());
    cleanup();
    send({});
    await waitFor(() => expect(window.sessionStorage).toHaveLength(0));
    open();
    expect(text()).toBe('');
  });

  test('given a draft, when another record is opened, then its field is empty', async () => {
    const { user } = open();
    await user.type(field(), 'Likes gardens');
    cleanup();
    open(undefined, 'note/4');
    expect(text()).toBe('');
  });

  test('given the request fails, then the text stays', async () => {
    const { user } = open(() => Promise.reject(new Error('no network')));
    await user.type(field(), 'Likes gardens');
    await user.click(submit());
    await screen.findByRole('alert');
    expect(text()).toBe('Likes gardens');
  });

  test('given text is added while the form is sent, then it stays', async () => {
    const { answer, send } = createDelayed();
    const { user } = open(() => answer);
    await user.type(field(), 'First');
    await user.click(submit());
    await user.type(field(), ' and second');
    send({});
    await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBe('false'));
    expect(text()).toBe('First and second');
  });

  test('given the button is pressed twice, then the text is sent once', async () => {
    const texts: string[] = [];
    const { answer, send } = createDelayed();
    const { user } = open((sent) => {
      texts.push(sent);
      return answer;
    });
    await user.type(field(), 'Likes gardens');
    await user.dblClick(submit());
    send({});
    await screen.findByText('Note added.');
    expect(texts).toEqual(['Likes gardens']);
  });
});

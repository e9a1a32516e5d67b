import { fireEvent, screen, waitFor } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import { ConsoleShortcuts } from './console-shortcuts';
import Palette from './palette';

const ELENA = { id: 139, name: 'Elena Soren', stage: 'Lead', phones: [{ value: '(312) 555-1204' }] };

describe('the palette', () => {
  const open = (role?: 'Agent') => {
    const sent = fakeApi({ 'GET /v1/people': createList('people', [ELENA]) });
    const created: string[] = [];
    return {
      sent,
      created,
      ...show(<Palette typed="" onClose={() => undefined} create={(kind) => created.push(kind)} />, { at: '/x', role }),
    };
  };

  test('given four digits of a phone, when Enter is pressed, then the person opens', async () => {
    const { user, sent, address } = open();
    await user.type(await screen.findByRole('combobox'), '1204');
    screen.getByRole('dialog', { name: 'Search or jump' });
    await screen.findByRole('option', { name: /Elena Soren/ });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/people/139'));
    expect(sent.map(({ path }) => path)).toContain(
      '/v1/people?q=1204&limit=8&fields=id%2Cname%2Cstage%2Cemails%2Cphones',
    );
  });

  test('given the beginning of the name of a page, then it is offered before people', async () => {
    const { user, address } = open();
    await user.type(await screen.findByRole('combobox'), 'sett{Enter}');
    await waitFor(() => expect(address()).toBe('/settings'));
  });

  test('given a word of a page of the settings, then that page opens', async () => {
    const { user, address } = open();
    await user.type(await screen.findByRole('combobox'), 'audit{Enter}');
    await waitFor(() => expect(address()).toBe('/settings/audit-log'));
  });

  test('given an arrow key, then the next entry is selected', async () => {
    const { user } = open();
    await user.type(await screen.findByRole('combobox'), '{ArrowDown}');
    expect(screen.getAllByRole('option')[1]!.getAttribute('aria-selected')).toBe('true');
  });

  test('given a role that may not open a page, then it is not offered', async () => {
    const { user } = open('Agent');
    await user.type(await screen.findByRole('combobox'), 'webhooks');
    await screen.findByRole('option', { name: /Elena Soren/ });
    expect(screen.queryByRole('option', { name: /Webhooks/ })).toBeNull();
  });

  test('given "new person", when Enter is pressed, then its dialog is requested', async () => {
    const { user, created } = open();
    await user.type(await screen.findByRole('combobox'), 'new per{Enter}');
    expect(created).toEqual(['Person']);
  });
});

describe('the keys of the console', () => {
  test('given ?, then the shortcuts are shown, but not while text is written', async () => {
    const { user } = show(
      <>
        <input aria-label="Text" />
        <ConsoleShortcuts palette={false} setPalette={() => undefined} />
      </>,
    );
    await user.type(screen.getByLabelText('Text'), '?');
    expect(screen.queryByRole('dialog')).toBeNull();
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  });

  test('given Ctrl+K, then the palette opens, also while text is written', async () => {
    const opened: boolean[] = [];
    const { user } = show(
      <>
        <input aria-label="Text" />
        <ConsoleShortcuts palette={false} setPalette={(open) => opened.push(open)} />
      </>,
    );
    await user.type(screen.getByLabelText('Text'), '{Control>}k{/Control}');
    expect(opened).toEqual([true]);
  });

  test('given keys while the palette loads, then they are in its field and change nothing else', async () => {
    const seen: string[] = [];
    const note = (event: KeyboardEvent): void => void seen.push(event.key);
    document.addEventListener('keydown', note);
    fakeApi({ 'GET /v1/people': createList('people', []) });
    show(<ConsoleShortcuts palette setPalette={() => undefined} />);
    for (const key of ['n', 'o', 'Shift']) fireEvent.keyDown(document.body, { key });
    expect(await screen.findByRole('combobox')).toHaveProperty('value', 'no');
    expect(seen).toEqual(['Shift']);
    document.removeEventListener('keydown', note);
  });
});

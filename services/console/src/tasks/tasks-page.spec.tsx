import { screen, waitFor } from '@testing-library/react';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import { now } from '../components/current-time';
import { toDay } from './due-day';
import TasksPage from './tasks-page';

const TASK = {
  id: 5,
  name: 'Call back',
  type: 'Call',
  personId: 9,
  person: { id: 9, name: 'Elena Soren' },
  isCompleted: 0,
  dueDate: '2020-01-01',
  assignedUserId: 7,
  AssignedTo: 'Olive Owner',
};

describe('the page of tasks', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}, at = '/tasks') => ({
    sent: fakeApi({
      'GET /v1/tasks': createList('tasks', [TASK]),
      'GET /v1/users': createList('users', [
        { id: 7, name: 'Olive Owner' },
        { id: 8, name: 'Alan Agent' },
      ]),
      'GET /v1/people': createList('people', [{ id: 9, name: 'Elena Soren' }]),
      'PUT /v1/tasks/5': TASK,
      ...answers,
    }),
    ...show(<TasksPage />, { at, path: '/tasks' }),
  });

  test('given a task of the past, then it is marked with its day and links to its person', async () => {
    open();
    await screen.findByText('Call back');
    screen.getByText('Jan 1, 2020');
    expect(screen.getByRole('link', { name: 'Elena Soren' }).getAttribute('href')).toBe('/people/9');
  });

  // At every moment the day of one of these differs from that of the browser.
  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'D5.4: given a user in the zone %s, then today is the day of this zone',
    async (timeZone) => {
      open({
        'GET /v1/me': { id: 7, timeZone },
        'GET /v1/tasks': createList('tasks', [{ ...TASK, dueDate: toDay(new Date(now()), timeZone) }]),
      });
      await screen.findByText('today');
    },
  );

  test('given a task of a colleague, then it has the name, and a task of the user has none', async () => {
    const other = { ...TASK, id: 6, name: 'Send comparables', assignedUserId: 8, AssignedTo: 'Alan Agent' };
    open({ 'GET /v1/tasks': createList('tasks', [TASK, other]) });
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => /Olive Owner|Alan Agent/.exec(textContent ?? '')?.[0])).toEqual([
      undefined,
      'Alan Agent',
    ]);
  });

  test('given a task, when it is completed, then one click sends only that, and it can be undone', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('checkbox', { name: 'Complete Call back' }));
    await screen.findByText('Completed “Call back”.');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { isCompleted: 1 },
      { isCompleted: 0 },
    ]);
  });

  test('given a task, when it is snoozed to tomorrow, then its day changes', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Snooze Call back' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Tomorrow' }));
    await screen.findByText('Moved “Call back”.');
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
      dueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  describe('by keyboard', () => {
    const OTHER = { ...TASK, id: 6, name: 'Send comparables' };
    const named = (name: string) => screen.getByRole('button', { name });
    /** The first task is in the list until it is changed. */
    const openTwo = async () => {
      let rows = [TASK, OTHER];
      const leave = () => {
        rows = [OTHER];
        return TASK;
      };
      const page = open({
        'GET /v1/tasks': () => createList('tasks', rows),
        'PUT /v1/tasks/5': leave,
        'DELETE /v1/tasks/5': leave,
      });
      await screen.findByText('Send comparables');
      return page;
    };
    const focusIsAt = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()));
    const next = () => screen.getByRole('checkbox', { name: 'Complete Send comparables' });

    test('given a task is completed, then the focus is at the next one', async () => {
      const { user } = await openTwo();
      screen.getByRole('checkbox', { name: 'Complete Call back' }).focus();
      await user.keyboard(' ');
      await waitFor(() => expect(screen.queryByText('Call back')).toBeNull());
      await focusIsAt(next);
    });

    test('given a task is moved to another day, then the focus is at the next one', async () => {
      const { user } = await openTwo();
      named('Snooze Call back').focus();
      await user.keyboard('{Enter}');
      (await screen.findByRole('menuitem', { name: 'Tomorrow' })).focus();
      await user.keyboard('{Enter}');
      await waitFor(() => expect(screen.queryByText('Call back')).toBeNull());
      await focusIsAt(next);
    });

    test('given a task is deleted, then the focus is at the next one', async () => {
      const { user } = await openTwo();
      named('More for Call back').focus();
      await user.keyboard('{Enter}');
      (await screen.findByRole('menuitem', { name: 'Delete task' })).focus();
      await user.keyboard('{Enter}');
      await waitFor(() => expect(screen.queryByText('Call back')).toBeNull());
      await focusIsAt(next);
    });

    test('given the dialog of a task, when Escape closes it, then the focus is at the menu that opened it', async () => {
      const { user } = await openTwo();
      named('More for Call back').focus();
      await user.keyboard('{Enter}');
      (await screen.findByRole('menuitem', { name: 'Edit task' })).focus();
      await user.keyboard('{Enter}');
      await focusIsAt(() => screen.getByLabelText('Task'));
      await user.keyboard('{Escape}');
      await focusIsAt(() => named('More for Call back'));
    });

    test('given an act is undone, then the focus returns to where it was', async () => {
      const { user } = await openTwo();
      screen.getByRole('checkbox', { name: 'Complete Call back' }).focus();
      await user.keyboard(' ');
      await focusIsAt(next);
      named('Undo').focus();
      await user.keyboard('{Enter}');
      await screen.findByText('Undone.');
      await focusIsAt(next);
    });
  });

  test('given the API refuses a change, then its message is below the task', async () => {
    const { user } = open({ 'PUT /v1/tasks/5': refuse(403, 'FORBIDDEN', 'Your role may not change this task.') });
    await user.click(await screen.findByRole('checkbox', { name: 'Complete Call back' }));
    await screen.findByText('Your role may not change this task.');
  });

  test('given another part is chosen, then the address names it, and going back undoes it', async () => {
    const { user, address, goBack } = open();
    await user.click(await screen.findByRole('radio', { name: 'Completed' }));
    expect(address()).toBe('/tasks?due=completed');
    await goBack();
    expect(address()).toBe('/tasks');
  });

  test('given all users are chosen, then their tasks are read', async () => {
    const { user, sent } = open();
    await user.selectOptions(await screen.findByLabelText('Assigned to'), 'Everyone');
    await waitFor(() => expect(sent.at(-1)?.path).not.toContain('assignedUserId'));
  });

  test('given a new task, then it is created for the person that was found', async () => {
    const { user, sent } = open({ 'POST /v1/tasks': { id: 6, name: 'Send comparables' } });
    await user.click(await screen.findByRole('button', { name: 'Create task' }));
    await user.type(await screen.findByRole('combobox', { name: 'Person' }), 'ele');
    await user.click(await screen.findByRole('option', { name: 'Elena Soren' }));
    await user.type(screen.getByLabelText('Task'), 'Send comparables');
    await user.click(screen.getAllByRole('button', { name: 'Create task' }).at(-1)!);
    await screen.findByText('Created “Send comparables”.');
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      personId: 9,
      name: 'Send comparables',
      assignedUserId: 7,
    });
  });
});

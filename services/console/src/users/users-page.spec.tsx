import { screen, waitFor, within } from '@testing-library/react';
import { createDelayed, createList, fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import UsersPage from './users-page';

const OLIVE = {
  id: 7,
  name: 'Olive Owner',
  email: 'olive@example.com',
  role: 'Owner',
  status: 'Active',
  isOwner: true,
  pauseLeadDistribution: false,
};
const LEO = {
  id: 8,
  name: 'Leo Marsh',
  email: 'leo@example.com',
  role: 'Agent',
  status: 'Active',
  pauseLeadDistribution: false,
};
const ANA = { id: 9, name: 'Ana Kowalski', email: 'ana@example.com', role: 'Agent', status: 'Invited' };

describe('the users of an account', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}, role?: 'Broker' | 'Agent') => ({
    sent: fakeApi({ 'GET /v1/users': createList('users', [OLIVE, LEO, ANA]), ...answers }),
    ...show(<UsersPage />, { role }),
  });
  const dialog = async () => within(await screen.findByRole('dialog'));
  const choose = async (user: ReturnType<typeof open>['user'], action: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: 'More actions for Leo Marsh' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
  };

  test('given a user to delete, when no successor is chosen, then nothing is sent', async () => {
    const { user, sent } = open();
    await choose(user, 'Delete');
    await user.click((await dialog()).getByRole('button', { name: 'Delete user' }));
    await screen.findByText('Choose one from the list.');
    expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  test('given a successor, then the user is deleted with it', async () => {
    const { user, sent } = open({ 'DELETE /v1/users/8': {} });
    await choose(user, 'Delete');
    await user.selectOptions((await dialog()).getByLabelText(/^Assign people and tasks to/), 'Olive Owner');
    await user.click((await dialog()).getByRole('button', { name: 'Delete user' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ method }) => method === 'DELETE')?.path).toBe('/v1/users/8?assignTo=7');
  });

  test('given a broker, then an invitation can be sent again; only the owner withdraws it', async () => {
    open({}, 'Broker');
    await screen.findByRole('button', { name: 'Resend invitation to Ana Kowalski' });
    expect(screen.queryByRole('button', { name: /^Withdraw invitation/ })).toBeNull();
  });

  test('given a broker, then the leads of an agent can be paused, and those of the owner cannot', async () => {
    open({}, 'Broker');
    await screen.findByRole('switch', { name: 'New leads for Leo Marsh' });
    expect(screen.queryByRole('switch', { name: 'New leads for Olive Owner' })).toBeNull();
  });

  test('given a deletion, then its button is red; disabling can be undone and is not (U20)', async () => {
    const { user } = open();
    const disable = await screen.findByRole('button', { name: 'Disable Leo Marsh' });
    expect(disable.getAttribute('data-variant')).toBe('default');
    await choose(user, 'Delete');
    const confirm = (await dialog()).getByRole('button', { name: 'Delete user' });
    expect(confirm.style.getPropertyValue('--button-bg')).toContain('red');
  });

  test('given an invitation, when it is sent again, then the result is below the buttons (U19)', async () => {
    const { user } = open({ 'POST /v1/users/9/invitation': { mailed: true } });
    await user.click(await screen.findByRole('button', { name: 'Resend invitation to Ana Kowalski' }));
    const message = await screen.findByText('Sent to ana@example.com.');
    const last = screen.getByRole('button', { name: 'Withdraw invitation of Ana Kowalski' });
    expect(last.compareDocumentPosition(message)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('given an invitation that is refused, then the form stays with its values', async () => {
    const { user } = open({ 'POST /v1/users': refuse(409, 'NAME_TAKEN', 'This email is taken.') });
    await user.click(await screen.findByRole('button', { name: 'Invite user' }));
    const form = await dialog();
    await user.type(form.getByLabelText(/^First name/), 'Max');
    await user.type(form.getByLabelText(/^Last name/), 'Keller');
    await user.type(form.getByLabelText(/^Email/), 'max@example.com');
    await user.click(form.getByRole('button', { name: 'Invite user' }));
    await form.findByText('This email is taken.');
    expect(form.getByLabelText(/^First name/)).toHaveProperty('value', 'Max');
  });

  test('given an invitation without names and email, then each field says what to enter and the first has the focus', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Invite user' }));
    const form = await dialog();
    await user.click(form.getByRole('button', { name: 'Invite user' }));
    form.getByText('Enter a first name.');
    form.getByText('Enter a last name.');
    form.getByText('Enter an email address, such as name@example.com.');
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText(/^First name/)));
  });

  test('given the switch of new leads, when it is turned, then it shows the new state before the response', async () => {
    const { answer, send } = createDelayed();
    const { user } = open({ 'PUT /v1/users/8': answer });
    await user.click(await screen.findByRole('switch', { name: 'New leads for Leo Marsh' }));
    expect(screen.getByRole('switch', { name: 'New leads for Leo Marsh' })).toHaveProperty('checked', false);
    send(refuse(503, 'UNAVAILABLE', 'Not now.'));
    await screen.findByText('Not now.');
    expect(screen.getByRole('switch', { name: 'New leads for Leo Marsh' })).toHaveProperty('checked', true);
  });

  test('given another role, then only the role is sent, with the entity tag', async () => {
    const { user, sent } = open({
      'GET /v1/users/8': Response.json(LEO, { headers: { etag: '"2"' } }),
      'PUT /v1/users/8': LEO,
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Leo Marsh' }));
    await user.type((await dialog()).getByLabelText(/^First name/), 'Leo');
    await user.selectOptions((await dialog()).getByLabelText('Role'), 'Broker');
    await user.click((await dialog()).getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const put = sent.find(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({ firstName: 'Leo', role: 'Broker' });
    expect(put?.headers.get('if-match')).toBe('"2"');
  });

  test('given another email of an invited user, then it is sent with the entity tag', async () => {
    const { user, sent } = open({
      'GET /v1/users/9': Response.json(ANA, { headers: { etag: '"3"' } }),
      'PUT /v1/users/9': ANA,
    });
    await user.click(await screen.findByRole('button', { name: 'Change email of Ana Kowalski' }));
    const email = (await dialog()).getByLabelText(/^Email/);
    await user.clear(email);
    await user.type(email, 'ana.k@example.com');
    await user.click((await dialog()).getByRole('button', { name: 'Save email' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const put = sent.find(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({ email: 'ana.k@example.com' });
    expect(put?.headers.get('if-match')).toBe('"3"');
  });

  test('given an invitation, then the button that withdraws it is quiet, and that of its dialog is red', async () => {
    const { user } = open();
    const button = await screen.findByRole('button', { name: 'Withdraw invitation of Ana Kowalski' });
    expect(button.getAttribute('data-variant')).toBe('default');
    await user.click(button);
    const confirm = (await dialog()).getByRole('button', { name: 'Withdraw invitation' });
    expect(confirm.style.getPropertyValue('--button-bg')).toContain('red');
  });

  test('given a user to disable and a successor, then the people get the successor as agent', async () => {
    const { user, sent } = open({
      'PUT /v1/users/8': LEO,
      'GET /v1/people': createList('people', [{ id: 41 }, { id: 42 }]),
      'PUT /v1/people/41': { id: 41 },
      'PUT /v1/people/42': refuse(409, 'LOCKED', 'This person is locked.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Disable Leo Marsh' }));
    await user.selectOptions((await dialog()).getByLabelText('People of the user'), 'Assign to Olive Owner');
    await user.click((await dialog()).getByRole('button', { name: 'Disable' }));
    await screen.findByText('Leo Marsh is disabled. 1 person has a new agent. Not assigned: 1. This person is locked.');
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { status: 'Disabled' },
      { assignedUserId: 7 },
      { assignedUserId: 7 },
    ]);
  });

  test('given an agent, then there are no buttons', async () => {
    open({}, 'Agent');
    await screen.findByRole('row', { name: /Leo Marsh/ });
    expect(screen.queryByRole('button')).toBeNull();
  });
});

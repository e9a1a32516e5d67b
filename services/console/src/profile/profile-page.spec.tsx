import { screen, waitFor } from '@testing-library/react';
import { fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import ProfilePage from './profile-page';

const OLIVE = { id: 7, firstName: 'Olive', lastName: 'Owner', phone: '(312) 555-1204', timezone: 'America/Chicago' };

describe('the profile', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}) => ({
    sent: fakeApi({
      'GET /v1/users/7': OLIVE,
      'GET /session/secondFactor': { enabled: false, recoveryCodesLeft: 0 },
      ...answers,
    }),
    ...show(<ProfilePage />),
  });

  test('given the profile, then the form has its values, the phone as it was written', async () => {
    open();
    expect(await screen.findByLabelText('Phone')).toHaveProperty('value', '(312) 555-1204');
    expect(screen.getByLabelText('Time zone')).toHaveProperty('value', 'America/Chicago');
  });

  test('given no first name, then the profile is not sent', async () => {
    const { user, sent } = open();
    await user.clear(await screen.findByLabelText(/^First name/));
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    await screen.findByText('Enter a first name.');
    expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  test('given a saved profile, then the result is announced', async () => {
    const { user } = open({ 'PUT /session/profile': new Response(null, { status: 204 }) });
    await user.click(await screen.findByRole('button', { name: 'Save profile' }));
    await screen.findByText('Profile saved.');
  });

  test('given a wrong current password, then the message is shown and the fields stay', async () => {
    const { user } = open({ 'PUT /session/password': refuse(401, 'WRONG_PASSWORD', 'The password is wrong.') });
    await user.type(await screen.findByLabelText(/^Your password/), 'wrong one');
    await user.type(screen.getByLabelText(/^New password/), 'correct horse battery');
    await user.type(screen.getByLabelText(/^Repeat new password/), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await screen.findByText('The password is wrong.');
    await waitFor(() =>
      expect(screen.getByLabelText(/^New password/)).toHaveProperty('value', 'correct horse battery'),
    );
  });
});

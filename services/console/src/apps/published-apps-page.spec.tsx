import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import PublishedAppsPage from './published-apps-page';

const APP = { id: 4, name: 'Chatter', redirectUrl: 'https://chatter.example/install', canReply: true };
const ADDRESS = 'https://chatter.example/porchlight';

describe('the installation of a published app by its publisher', () => {
  const install = async (answer: object, address: string) => {
    const sent = fakeApi({
      'GET /v1/publishedInboxApps': createList('publishedInboxApps', [APP]),
      'POST /v1/inboxApps/install': answer,
    });
    const { user } = show(<PublishedAppsPage />);
    await user.click(await screen.findByRole('button', { name: 'Install Chatter' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/Subscription address/), address);
    await user.click(dialog.getByRole('radio', { name: 'All inboxes of the account' }));
    await user.click(dialog.getByRole('button', { name: 'Install app' }));
    return { sent: () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body), dialog };
  };

  test('given an address and the whole account, then the app is installed there', async () => {
    const { sent } = await install({ id: 9 }, ADDRESS);
    await screen.findByText('Chatter is installed. Integrations shows it.');
    expect(sent()).toEqual([{ publishedInboxAppId: 4, userId: 0, subscriptionUrl: ADDRESS }]);
  });

  test('given an address that does not answer, then the message of the API is shown and the address stays', async () => {
    const { dialog } = await install(refuse(400, 'INVALID_BODY', 'The address did not answer.'), ADDRESS);
    await dialog.findByText('The address did not answer.');
    expect(dialog.getByLabelText(/Subscription address/)).toHaveProperty('value', ADDRESS);
  });

  test('given an address without https, then nothing is sent', async () => {
    const { sent, dialog } = await install({}, 'http://chatter.example');
    await waitFor(() => dialog.getByText('Enter an address that starts with https://.'));
    expect(sent()).toEqual([]);
  });
});

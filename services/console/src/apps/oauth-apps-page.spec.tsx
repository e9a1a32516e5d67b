import { screen, within } from '@testing-library/react';
import { createDelayed, createList, fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import OauthAppsPage from './oauth-apps-page';

const URL_A = 'https://a.example.com/back';
const URL_B = 'https://b.example.com/back';
const APP = { id: 5, name: 'Calendar', clientId: 'c5', redirectUris: [URL_A], development: false, status: 'Active' };

/** The app as another tab left it. */
const answerWith = (app: object, etag = '"2"'): Response => Response.json(app, { headers: { etag } });

describe('OAuth apps', () => {
  const edit = async (current: object) => {
    const sent = fakeApi({
      'GET /v1/oauthApps': createList('oauthApps', [APP]),
      'GET /v1/oauthApps/5': answerWith(current),
      'PUT /v1/oauthApps/5': APP,
    });
    const shown = show(<OauthAppsPage />);
    await shown.user.click(await screen.findByRole('button', { name: 'Edit Calendar' }));
    const rename = async (name: string) => {
      await shown.user.clear(screen.getByLabelText(/^Name/));
      await shown.user.type(screen.getByLabelText(/^Name/), name);
      await shown.user.click(screen.getByRole('button', { name: 'Save changes' }));
    };
    return { ...shown, rename, puts: () => sent.filter(({ method }) => method === 'PUT') };
  };

  test('given a changed name, when it is saved, then only the name is sent, with the tag of the record (U5)', async () => {
    const { rename, puts } = await edit(APP);
    await rename('Planner');
    await screen.findByRole('button', { name: 'Edit Calendar' });
    expect(puts()).toMatchObject([{ body: { name: 'Planner' } }]);
    expect(puts()[0]!.headers.get('if-match')).toBe('"2"');
  });

  test('given another user added an address, when the name is saved, then the address stays (U5)', async () => {
    const { rename, puts } = await edit({ ...APP, redirectUris: [URL_A, URL_B] });
    await rename('Planner');
    await screen.findByRole('button', { name: 'Edit Calendar' });
    expect(puts().map(({ body }) => body)).toEqual([{ name: 'Planner' }]);
  });

  test('given another user renamed the app too, then both names are shown and nothing is saved (U5)', async () => {
    const { rename, puts } = await edit({ ...APP, name: 'Agenda' });
    await rename('Planner');
    await screen.findByRole('row', { name: 'Name Agenda Planner' });
    expect(puts()).toEqual([]);
  });

  test('given both names were shown, when the form is saved again, then its name replaces the other (U5)', async () => {
    const { rename, puts, user } = await edit({ ...APP, name: 'Agenda', redirectUris: [URL_B] });
    await rename('Planner');
    await screen.findByRole('row', { name: 'Name Agenda Planner' });
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByRole('button', { name: 'Edit Calendar' });
    expect(puts().map(({ body }) => body)).toEqual([{ name: 'Planner' }]);
  });

  test('given the record changes between reading and saving, then the message of the API is shown', async () => {
    const { rename } = await edit(APP);
    fakeApi({
      'GET /v1/oauthApps/5': answerWith(APP),
      'PUT /v1/oauthApps/5': refuse(412, 'PRECONDITION_FAILED', 'The record has changed. Read it again.'),
    });
    await rename('Planner');
    await screen.findByText('The record has changed. Read it again.');
  });

  test('given an address without https, then the field names the problem and nothing is sent', async () => {
    const { user, puts } = await edit(APP);
    const addresses = screen.getByLabelText(/Redirect addresses/);
    await user.clear(addresses);
    await user.type(addresses, 'http://a.example.com');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Enter an address that starts with https://.');
    expect(addresses).toHaveProperty('ariaInvalid', 'true');
    expect(puts()).toEqual([]);
  });

  test('given the button is pressed twice, then the app is created once', async () => {
    const { answer, send } = createDelayed();
    const sent = fakeApi({ 'GET /v1/oauthApps': createList('oauthApps', []), 'POST /v1/oauthApps': answer });
    const { user } = show(<OauthAppsPage />);
    await user.click(await screen.findByRole('button', { name: 'Create app' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Name/), 'Calendar');
    await user.type(dialog.getByLabelText(/Redirect addresses/), URL_A);
    await user.dblClick(dialog.getByRole('button', { name: 'Create app' }));
    await user.keyboard('{Escape}');
    send({ ...APP, clientSecret: 'secret-5' });
    expect(await screen.findByLabelText('Client secret')).toHaveProperty('value', 'secret-5');
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

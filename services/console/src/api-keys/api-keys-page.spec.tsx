import { screen, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import ApiKeysPage from './api-keys-page';

const KEY = { id: 3, label: 'Reports', prefix: 'pl_abc', scopes: ['read', 'deals'], created: null, lastUsed: null };

describe('the API keys', () => {
  const open = () => ({
    sent: fakeApi({
      'GET /v1/users/7/apiKeys': { apiKeys: [KEY] },
      'GET /v1/users': createList('users', []),
      'POST /v1/users/7/apiKeys': { id: 4, apiKey: 'pl_new' },
      'DELETE /v1/users/7/apiKeys/3': {},
    }),
    ...show(<ApiKeysPage />),
  });
  const dialog = async () => within(await screen.findByRole('dialog'));
  const bodies = (sent: ReturnType<typeof open>['sent']) =>
    sent.filter(({ method }) => method === 'POST').map(({ body }) => body);

  test('given a key that reads deals, then it is created with these scopes and shown once', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Create API key' }));
    await user.type((await dialog()).getByLabelText(/^Name/), 'Sheets');
    await user.click((await dialog()).getByRole('radio', { name: 'Read only' }));
    await user.click((await dialog()).getByRole('checkbox', { name: 'Deals' }));
    await user.click((await dialog()).getByRole('button', { name: 'Create API key' }));
    expect(await screen.findByLabelText('API key')).toHaveProperty('value', 'pl_new');
    expect(bodies(sent)).toEqual([{ label: 'Sheets', scopes: ['read', 'deals'] }]);
  });

  test('given a key without a choice, then it has all rights of its user', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Create API key' }));
    await user.type((await dialog()).getByLabelText(/^Name/), 'Sync');
    await user.click((await dialog()).getByRole('button', { name: 'Create API key' }));
    await screen.findByLabelText('API key');
    expect(bodies(sent)).toEqual([{ label: 'Sync' }]);
  });

  test('given a key to replace, then the new one has its name and rights, and the old one stays', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Replace key “Reports”' }));
    await user.click((await dialog()).getByRole('button', { name: 'Create API key' }));
    await screen.findByLabelText('API key');
    expect(bodies(sent)).toEqual([{ label: 'Reports', scopes: ['read', 'deals'] }]);
    expect(sent.map(({ method }) => method)).not.toContain('DELETE');
  });
});

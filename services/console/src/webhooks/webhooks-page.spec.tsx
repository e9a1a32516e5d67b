import { screen, waitFor, within } from '@testing-library/react';
import { createDelayed, createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import WebhooksPage from './webhooks-page';

const WEBHOOK = { id: 4, event: 'peopleUpdated', url: 'https://crm.example/hook', status: 'Active', system: 'Zapster' };

describe('the webhooks of an account', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}) => ({
    sent: fakeApi({ 'GET /v1/webhooks': createList('webhooks', [WEBHOOK]), ...answers }),
    ...show(<WebhooksPage />),
  });
  const create = async ({ user }: ReturnType<typeof open>, url: string) => {
    await user.click(await screen.findByRole('button', { name: 'Create webhook' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Address/), url);
    await user.dblClick(dialog.getByRole('button', { name: 'Create webhook' }));
    return dialog;
  };

  test('given a webhook of another system, then the owner disables and deletes it (U8)', async () => {
    const { user, sent } = open({ 'PUT /v1/webhooks/4': WEBHOOK, 'DELETE /v1/webhooks/4': {} });
    await user.click(await screen.findByRole('button', { name: 'Disable the webhook of peopleUpdated' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ status: 'Disabled' }));
    await user.click(screen.getByRole('button', { name: 'Delete the webhook of peopleUpdated' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toContain('DELETE'));
  });

  test('given the button is pressed twice, then the webhook is created once and its secret is shown', async () => {
    const { answer, send } = createDelayed();
    const page = open({ 'POST /v1/webhooks': answer });
    await create(page, ' https://crm.example/new ');
    send({ ...WEBHOOK, secret: 'whsec_1' });
    expect(await screen.findByLabelText('Secret')).toHaveProperty('value', 'whsec_1');
    expect(page.sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { event: 'peopleCreated', url: 'https://crm.example/new', earlyRetries: true },
    ]);
  });

  test('given a request on its way, then the dialog stays open: the response has a secret', async () => {
    const page = open({ 'POST /v1/webhooks': createDelayed().answer });
    await create(page, 'https://crm.example/new');
    await page.user.keyboard('{Escape}');
    screen.getByRole('dialog');
  });

  test('given an address without https, then the field says so and nothing is sent', async () => {
    const page = open();
    const dialog = await create(page, 'http://crm.example');
    dialog.getByText('Enter an address that starts with https://.');
    expect(page.sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

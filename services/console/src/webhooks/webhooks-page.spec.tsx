import { screen, waitFor, within } from '@testing-library/react';
import { createDelayed, createList, fakeApi, refuse } from '../../test/fake-api';
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
    await user.click(screen.getByRole('button', { name: 'More actions for the webhook of peopleUpdated' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete webhook' }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toContain('DELETE'));
  });

  test('given no field asks for the focus, then the first field of the dialog has it', async () => {
    fakeApi({ 'GET /v1/webhooks': createList('webhooks', []) });
    const { user } = show(<WebhooksPage />);
    await user.click(await screen.findByRole('button', { name: 'Create webhook' }));
    const first = await screen.findByLabelText('Find event');
    await waitFor(() => expect(document.activeElement).toBe(first));
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

  test('given several events, then one webhook is created for each and every secret is shown', async () => {
    const { user, sent } = open({
      'POST /v1/webhooks': ({ body }) => {
        const { event } = body as { event: string };
        return event === 'notesDeleted'
          ? refuse(400, 'LIMIT_REACHED', 'At most 2 webhooks for one event.')
          : { id: 9, event, secret: `whsec_${event}` };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Create webhook' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Address/), 'https://crm.example/new');
    await user.type(dialog.getByLabelText('Find event'), 'notes');
    expect(dialog.queryByRole('checkbox', { name: 'dealsCreated' })).toBeNull();
    await user.click(dialog.getByRole('checkbox', { name: 'notesCreated' }));
    await user.click(dialog.getByRole('checkbox', { name: 'notesDeleted' }));
    await user.click(dialog.getByRole('button', { name: 'Create webhook' }));
    expect(await screen.findByLabelText('Secret of peopleCreated')).toHaveProperty('value', 'whsec_peopleCreated');
    screen.getByLabelText('Secret of notesCreated');
    await screen.findByText('Not created: notesDeleted: At most 2 webhooks for one event.');
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(3);
  });

  test('given a webhook of the console, then only the changed address is sent', async () => {
    const own = { ...WEBHOOK, system: 'Console', earlyRetries: true };
    const { user, sent } = open({
      'GET /v1/webhooks': createList('webhooks', [own]),
      'GET /v1/webhooks/4': Response.json(own, { headers: { etag: '"3"' } }),
      'PUT /v1/webhooks/4': own,
    });
    await user.click(await screen.findByRole('button', { name: 'Edit the webhook of peopleUpdated' }));
    const address = within(await screen.findByRole('dialog')).getByLabelText(/^Address/);
    await user.clear(address);
    await user.type(address, 'https://crm.example/v2');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const put = sent.find(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({ url: 'https://crm.example/v2' });
    expect(put?.headers.get('if-match')).toBe('"3"');
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

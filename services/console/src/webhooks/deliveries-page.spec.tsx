import { screen, within } from '@testing-library/react';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import DeliveriesPage from './deliveries-page';

const WEBHOOK = { id: 4, event: 'peopleCreated', url: 'https://crm.example/hook', status: 'Active', system: 'Console' };
const attempt = (status: number | null, response: string | null = null, error: string | null = null) => ({
  at: '2026-03-01T10:00:00Z',
  status,
  ms: 14,
  error,
  response,
});
const delivery = (...attempts: object[]) => ({
  id: 'd1',
  eventId: 'e1',
  event: 'peopleCreated',
  status: 'Pending',
  created: '2026-03-01T10:00:00Z',
  nextAttempt: null,
  attempts,
});

describe('the deliveries of a webhook', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}, rows: readonly object[] = []) => {
    const sent = fakeApi({
      'GET /v1/webhooks/4': WEBHOOK,
      'GET /v1/webhooks/4/deliveries': createList('deliveries', rows),
      ...answers,
    });
    return { sent, ...show(<DeliveriesPage />, { at: '/webhooks/4', path: '/webhooks/:id' }) };
  };

  test('given a failed delivery, then the response of the receiver is shown (U10)', async () => {
    open({}, [delivery(attempt(500, '{"error":"column lead_id does not exist"}'))]);
    const row = await screen.findByRole('row', { name: /1, last: status 500 in 14 ms/ });
    within(row).getByText('{"error":"column lead_id does not exist"}');
  });

  test('given several attempts, when they are opened, then each has its result (U10)', async () => {
    const { user } = open({}, [
      delivery(attempt(null, null, 'certificate expired'), attempt(502, 'no upstream'), attempt(200, 'ok')),
    ]);
    await user.click(await screen.findByText('All attempts'));
    const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts[0]).toContain('no response: certificate expired in 14 ms');
    expect(texts[1]).toContain('status 502 in 14 msno upstream');
    expect(texts[2]).toContain('status 200 in 14 ms');
  });

  test('given a status, when it is chosen, then only deliveries with it are read', async () => {
    const { user, sent } = open();
    await screen.findByText('No deliveries yet.');
    await user.selectOptions(screen.getByLabelText('Status'), 'Failed');
    await screen.findByText('No deliveries have this status.');
    expect(sent.at(-1)?.path).toMatch(/status(\[\]|%5B%5D)?=GivenUp/);
  });

  test('given a test without response, then its message is below the buttons, which keep their order (U19)', async () => {
    const { user } = open({ 'POST /v1/webhooks/4/test': { status: null, ms: 5, error: 'no-answer' } });
    await user.click(await screen.findByRole('button', { name: 'Send test to this webhook' }));
    const message = await screen.findByText(/^The receiver did not respond\./);
    const rotate = screen.getByRole('button', { name: 'Rotate secret of this webhook' });
    expect(rotate.compareDocumentPosition(message)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('given the rotation of the secret, when it is cancelled, then nothing is sent (U20)', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Rotate secret of this webhook' }));
    await screen.findByText(/The old secret stays valid for 24 hours/);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('given the rotation is confirmed, then the new secret is shown once', async () => {
    const { user } = open({ 'POST /v1/webhooks/4/rotateSecret': { secret: 'whsec_new' } });
    await user.click(await screen.findByRole('button', { name: 'Rotate secret of this webhook' }));
    await user.click(screen.getByRole('button', { name: 'Rotate secret' }));
    expect(await screen.findByLabelText('Secret')).toHaveProperty('value', 'whsec_new');
    await user.keyboard('{Escape}');
    screen.getByLabelText('Secret');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByLabelText('Secret')).toBeNull();
  });

  test('given a webhook of another system, then its secret and deliveries cannot be changed here', async () => {
    open({ 'GET /v1/webhooks/4': { ...WEBHOOK, system: 'Zapster' } }, [delivery(attempt(500))]);
    await screen.findByRole('row', { name: /status 500/ });
    screen.getByRole('button', { name: 'Send test to this webhook' });
    expect(screen.queryByRole('button', { name: /Rotate|Retry/ })).toBeNull();
  });

  test('given a webhook that does not exist, then the message of the API is shown', async () => {
    open({ 'GET /v1/webhooks/4/deliveries': refuse(404, 'NOT_FOUND', 'There is no webhook with this id.') });
    await screen.findByText('There is no webhook with this id.');
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import { now } from '../components/current-time';
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
    expect(texts[0]).toContain('no response in 14 ms: certificate expired');
    expect(texts[1]).toContain('status 502 in 14 msno upstream');
    expect(texts[2]).toContain('status 200 in 14 ms');
  });

  test('given a status, when it is chosen, then it is in the address and only such deliveries are read', async () => {
    const { user, sent, address } = open();
    await screen.findByText('No deliveries yet.');
    await user.click(screen.getByRole('radio', { name: 'Failed' }));
    await screen.findByText('No deliveries match these filters.');
    expect(address()).toBe('/webhooks/4?status=GivenUp');
    expect(sent.at(-1)?.path).toMatch(/status(\[\]|%5B%5D)?=GivenUp/);
  });

  test('given the deliveries of today, when they are chosen, then older ones are not read', async () => {
    const { user, sent } = open();
    await screen.findByText('No deliveries yet.');
    await user.click(screen.getByRole('radio', { name: 'Today' }));
    await screen.findByText('No deliveries match these filters.');
    expect(sent.at(-1)?.path).toContain(
      `since=${encodeURIComponent(new Date(new Date(now()).setHours(0, 0, 0, 0)).toISOString())}`,
    );
  });

  test('given a failed delivery, when its details are opened, then request, response and hint are shown (U10)', async () => {
    const { user } = open(
      {
        'GET /v1/webhookEvents/e1': { id: 'e1', event: 'peopleCreated', resourceIds: [138], uri: '/v1/people?id=138' },
      },
      [delivery(attempt(500, '{"error":"column lead_id does not exist"}'))],
    );
    await user.click(await screen.findByRole('button', { name: 'Details of event e1' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('The receiver failed. Correct the receiver, then retry the delivery.');
    dialog.getByText(/^POST https:\/\/crm.example\/hook/);
    dialog.getByText(/Webhook-Id: e1/);
    await dialog.findByText(/"resourceIds"/);
    dialog.getByText('{"error":"column lead_id does not exist"}');
  });

  test('given an active webhook, when it is paused, then it is disabled (U8)', async () => {
    const { user, sent } = open({ 'PUT /v1/webhooks/4': WEBHOOK });
    await user.click(await screen.findByRole('button', { name: 'Pause this webhook' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ status: 'Disabled' }));
  });

  test('given a delivery, when it is retried, then its event is sent again', async () => {
    const { user, sent } = open({ 'POST /v1/webhooks/4/replay': { replayed: 1 } }, [delivery(attempt(500))]);
    await user.click(await screen.findByRole('button', { name: 'Retry delivery of event e1' }));
    await screen.findByText('Retry scheduled.');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ eventId: 'e1' });
  });

  test('given failed deliveries, when all are retried, then the range of 30 days is sent again', async () => {
    const { user, sent } = open({ 'POST /v1/webhooks/4/replay': { replayed: 9 } });
    await user.click(await screen.findByRole('button', { name: 'Retry all failed deliveries of this webhook' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Retry all failed' }));
    await screen.findByText('9 retries scheduled.');
    const body = sent.find(({ method }) => method === 'POST')?.body as { status: string; since: string };
    expect(body.status).toBe('GivenUp');
    expect(Math.round((now() - Date.parse(body.since)) / 86_400_000)).toBe(30);
  });

  test('given two deliveries, when they are selected and retried, then both events are sent again, oldest first', async () => {
    const rows = [
      { ...delivery(attempt(500)), id: 'd2', eventId: 'e2' },
      { ...delivery(attempt(500)), id: 'd1', eventId: 'e1' },
      { ...delivery(attempt(200)), id: 'd0', eventId: 'e0' },
    ];
    const { user, sent } = open({ 'POST /v1/webhooks/4/replay': { replayed: 1 } }, rows);
    await user.click(await screen.findByRole('checkbox', { name: 'Select event e2' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select event e1' }));
    await user.click(screen.getByRole('button', { name: 'Retry 2 selected deliveries' }));
    await screen.findByText('2 retries scheduled.');
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { eventId: 'e1' },
      { eventId: 'e2' },
    ]);
    expect(screen.queryByText('2 selected')).toBeNull();
  });

  test('given a range of time, when it is sent again, then all its events are', async () => {
    const { user, sent } = open({ 'POST /v1/webhooks/4/replay': { replayed: 12 } });
    await user.click(await screen.findByRole('button', { name: 'Send a range again' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    await screen.findByText('12 retries scheduled.');
    const body = sent.find(({ method }) => method === 'POST')?.body as Record<'status' | 'since' | 'until', string>;
    expect(body.status).toBe('all');
    expect(Date.parse(body.until) - Date.parse(body.since)).toBe(3_600_000);
  });

  test('given a range that ends before it begins, then it is not sent', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Send a range again' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2020-01-01T00:00' } });
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    await dialog.findByText('Choose a time after the first one.');
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('given deliveries of the last hour, then the chart has their number', async () => {
    const created = new Date(now() - 60_000).toISOString();
    open({}, [
      { ...delivery(attempt(200)), id: 'd1', status: 'Delivered', created },
      { ...delivery(attempt(500)), id: 'd2', status: 'GivenUp', created },
    ]);
    await screen.findByRole('img', { name: 'Deliveries by hour: 1 delivered, 1 failing' });
    screen.getByText('24 h: 1 delivered · 1 failing · 95 % within 14 ms');
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

import { screen } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import NotificationsPage from './notifications-page';

const NOTICE = { id: 1, created: '2026-01-01T00:00:00Z', message: 'New lead: Wanda Pryce', read: false };

describe('the notifications', () => {
  const open = (notice: object) => ({
    sent: fakeApi({
      'GET /v1/notifications': createList('notifications', [notice]),
      'PUT /v1/notifications/1': NOTICE,
    }),
    ...show(<NotificationsPage />),
  });

  test('given a lead that is offered to several users, then the notification leads to the unclaimed leads (U2)', async () => {
    open({ ...NOTICE, personId: 176, link: '/console/unclaimed' });
    const link = await screen.findByRole('link', { name: 'New lead: Wanda Pryce' });
    expect(link.getAttribute('href')).toBe('/unclaimed');
  });

  test('given a notification without a link, then its text is no link', async () => {
    open({ ...NOTICE, personId: 176 });
    await screen.findByText('New lead: Wanda Pryce');
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('given an unread notification, when it is marked as read, then only that is sent', async () => {
    const { user, sent } = open(NOTICE);
    await user.click(await screen.findByRole('button', { name: 'Mark as read “New lead: Wanda Pryce”' }));
    expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({ body: { read: true } });
  });

  test('given an unread notification with a link, when it is opened, then it is read', async () => {
    const { user, sent } = open({ ...NOTICE, link: '/console/unclaimed' });
    await user.click(await screen.findByRole('link', { name: 'New lead: Wanda Pryce' }));
    expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({ body: { read: true } });
  });

  test('given unread notifications, when all are marked as read, then that can be undone', async () => {
    const { user, sent } = open(NOTICE);
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await screen.findByText('1 marked as read.');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { read: true },
      { read: false },
    ]);
  });
});

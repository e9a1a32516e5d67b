import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '@porchlight/sdk';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import { PersonConsent } from './person-consent';

const ELENA = (status: string) =>
  ({ id: 9, emails: [{ value: 'elena@example.com', status }] }) as unknown as Schemas['Person'];
const SUPPRESSION = { id: 4, address: 'elena@example.com', reason: 'complained', source: 'emEvent', created: null };

describe('D13.4 email consent of a person', () => {
  const open = (rows: readonly object[], role?: 'Agent' | 'Lender', status = '') => ({
    sent: fakeApi({
      'GET /v1/suppressions': createList('suppressions', rows),
      'POST /v1/suppressions': SUPPRESSION,
      'DELETE /v1/suppressions/4': {},
    }),
    ...show(<PersonConsent person={ELENA(status)} />, { role }),
  });

  test('given a suppression, then its reason and source are shown, and the owner allows mail again', async () => {
    const { user, sent } = open([SUPPRESSION]);
    await screen.findByText(/Gets no mail: spam was reported. The mail service said so./);
    await user.click(screen.getByRole('button', { name: 'Allow mail to elena@example.com' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Allow mail' }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toContain('DELETE'));
  });

  test('given no suppression, when mail is stopped, then the reason is sent', async () => {
    const { user, sent } = open([]);
    await user.click(await screen.findByRole('button', { name: 'Stop mail to elena@example.com' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop mail' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
        address: 'elena@example.com',
        reason: 'unsubscribed',
      }),
    );
  });

  test('given an agent, then suppressions are not requested, and mail can be stopped', async () => {
    const { sent } = open([], 'Agent');
    await screen.findByRole('button', { name: 'Stop mail to elena@example.com' });
    expect(sent).toEqual([]);
  });

  test('given an agent and an opted-out address, then it is said without a button', async () => {
    open([], 'Agent', 'Unsubscribed');
    await screen.findByText('Gets no mail: unsubscribed.');
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('given a lender, then there is no button', async () => {
    open([], 'Lender');
    await screen.findByText('Gets mail');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

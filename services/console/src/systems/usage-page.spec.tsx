import { screen } from '@testing-library/react';
import { fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import UsagePage from './usage-page';

const LIMITS = {
  system: 'Console',
  current_limits: {},
  limits: [
    { context: 'global', limit: 250, window: 10 },
    { context: 'oauth', limit: null, window: 10 },
  ],
};
const USAGE = {
  system: 'Console',
  period: '10 s',
  usage: {
    total_requests: 12,
    contexts: [
      { context: 'global', limit: 250, window: 10, used: 12, remaining: 238 },
      { context: 'oauth', limit: null, window: 10, used: null, remaining: null },
    ],
  },
};

describe('the usage of the API', () => {
  const open = (usage: object) => {
    fakeApi({
      'GET /v1/rateLimit/limits': LIMITS,
      'GET /v1/rateLimit/usage': usage,
      'GET /v1/systems': { systems: [{ id: 4, name: 'Zapster', lastUsed: null, disabled: true }] },
    });
    show(<UsagePage />);
  };

  test('given the limits of the account, then each has its figures of the present window', async () => {
    open(USAGE);
    await screen.findByRole('row', { name: 'All requests global 250 in 10 s 12 238' });
    screen.getByRole('row', { name: 'oauth oauth No limit No limit' });
    await screen.findByRole('row', { name: 'Zapster Never Disabled' });
  });

  test('given figures that cannot be read, then the limits are shown, and why the figures are missing', async () => {
    open(refuse(503, 'UNAVAILABLE', 'Not now. Try again.'));
    await screen.findByRole('row', { name: /^All requests global 250 in 10 s/ });
    await screen.findByText('Not now. Try again.');
  });
});

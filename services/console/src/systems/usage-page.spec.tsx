import { screen } from '@testing-library/react';
import { fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import UsagePage from './usage-page';

test('given the limits of the account, then each has its figures of the present window', async () => {
  fakeApi({
    'GET /v1/rateLimit/usage': {
      system: 'Console',
      period: '10 s',
      usage: {
        total_requests: 12,
        contexts: [
          { context: 'global', limit: 250, window: 10, used: 12, remaining: 238 },
          { context: 'oauth', limit: null, window: 10, used: null, remaining: null },
        ],
      },
    },
    'GET /v1/systems': { systems: [{ id: 4, name: 'Zapster', lastUsed: null, disabled: true }] },
  });
  show(<UsagePage />);
  await screen.findByRole('row', { name: 'All requests global 250 in 10 s 12 238' });
  screen.getByRole('row', { name: 'oauth oauth No limit No limit' });
  await screen.findByRole('row', { name: 'Zapster Never Disabled' });
});

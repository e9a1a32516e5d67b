import { screen, waitFor } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import { PersonAutomations } from './person-automations';

const RUN = {
  id: 4,
  automationId: 3,
  automationName: 'First week',
  status: 'Running',
  created: '2026-03-01T10:00:00Z',
};

describe('the automations of a person', () => {
  const open = (rows: readonly object[] = [RUN]) => ({
    sent: fakeApi({
      'GET /v1/automationsPeople': createList('automationsPeople', rows),
      'GET /v1/automations': createList('automations', [{ id: 3, name: 'First week' }]),
      'GET /v1/automationsPeople/4': {
        ...RUN,
        log: [{ at: '2026-03-01T10:00:00Z', step: 'steps[0]', type: 'email', text: 'Sent the email “Welcome”.' }],
      },
      'PUT /v1/automationsPeople/4': RUN,
      'POST /v1/automationsPeople': RUN,
    }),
    ...show(<PersonAutomations personId={9} />),
  });

  test('given a run, when its steps are opened, then what they did is shown', async () => {
    const { user } = open();
    await screen.findByText(/^Running · started/);
    await user.click(screen.getByRole('button', { name: 'Steps of First week' }));
    await screen.findByText('Sent the email “Welcome”.');
  });

  test('given a run, when it is paused, then the status is sent', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Pause First week' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ status: 'Paused' }));
  });

  test('given no run, when an automation is chosen, then it starts for the person', async () => {
    const { user, sent } = open([]);
    await screen.findByText('No automations.');
    await user.click(await screen.findByRole('button', { name: 'Start automation' }));
    await user.click(await screen.findByRole('menuitem', { name: 'First week' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ personId: 9, automationId: 3 }),
    );
  });
});

import { screen, waitFor } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { tagged } from '../../test/person-answers';
import { show } from '../../test/show';
import PipelinesPage from './pipelines-page';

const BUYERS = {
  id: 1,
  name: 'Buyers',
  stages: [
    { id: 6, name: 'Offer', closedStage: false },
    { id: 7, name: 'Closed', closedStage: true },
  ],
};

describe('the pipelines', () => {
  const open = () => ({
    sent: fakeApi({
      'GET /v1/pipelines': createList('pipelines', [BUYERS]),
      'GET /v1/pipelines/1': () => tagged(BUYERS),
      'PUT /v1/pipelines/1': BUYERS,
      'POST /v1/pipelines': { id: 2 },
    }),
    ...show(<PipelinesPage />),
  });

  test('given a pipeline, when a stage is added and moved up, then the stages are sent in their new order', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit Buyers' }));
    await user.click(await screen.findByRole('button', { name: 'Add stage' }));
    await user.type(screen.getByRole('textbox', { name: 'Stage 3' }), 'Contract');
    await user.click(screen.getByRole('button', { name: 'Move stage 3 up' }));
    await user.click(screen.getByRole('button', { name: 'Save pipeline' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
        stages: [
          { id: 6, name: 'Offer', closedStage: false, orderWeight: 1 },
          { name: 'Contract', closedStage: false, orderWeight: 2 },
          { id: 7, name: 'Closed', closedStage: true, orderWeight: 3 },
        ],
      }),
    );
  });

  test('given a new pipeline, then it is created with its stages', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Create pipeline' }));
    await user.type(await screen.findByLabelText('Name'), 'Sellers');
    await user.type(screen.getByRole('textbox', { name: 'Stage 1' }), 'Listed');
    await user.click(screen.getAllByRole('button', { name: 'Create pipeline' }).at(-1)!);
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
        name: 'Sellers',
        stages: [{ name: 'Listed', closedStage: false, orderWeight: 1 }],
      }),
    );
  });
});

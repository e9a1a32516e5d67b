import type { Schemas } from '@porchlight/sdk';
import { screen, waitFor } from '@testing-library/react';
import { createDelayed, fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import { useMoveDeal } from './use-move-deal';

const DEAL = { id: 3, name: '100 Lake St', stageId: 6 } as Schemas['Deal'];
const STAGES = [
  { id: 6, name: 'Offer', description: null },
  { id: 7, name: 'Closed', description: null },
];

const Mover = () => {
  const { moves, move } = useMoveDeal(STAGES);
  return (
    <>
      <button type="button" onClick={() => move(DEAL, 7)}>
        Move
      </button>
      <p>{moves.map(({ deal, stageId }) => `${deal.name} in ${stageId}`).join()}</p>
    </>
  );
};

describe('moving a deal', () => {
  test('given the API has not answered, then the deal is already in the other column', async () => {
    const { answer, send } = createDelayed();
    fakeApi({ 'PUT /v1/deals/3': answer });
    const { user } = show(<Mover />);
    await user.click(screen.getByRole('button', { name: 'Move' }));
    screen.getByText('100 Lake St in 7');
    send(DEAL);
    await waitFor(() => expect(screen.queryByText('100 Lake St in 7')).toBeNull());
  });

  test('given the API refuses, then the deal is back and the reason is shown', async () => {
    fakeApi({ 'PUT /v1/deals/3': refuse(403, 'FORBIDDEN', 'Your role may not change this deal.') });
    const { user } = show(<Mover />);
    await user.click(screen.getByRole('button', { name: 'Move' }));
    await screen.findByText('Not moved. Your role may not change this deal.');
    expect(screen.queryByText('100 Lake St in 7')).toBeNull();
  });

  test('given a moved deal, when it is undone, then the former stage is saved', async () => {
    const sent = fakeApi({ 'PUT /v1/deals/3': DEAL });
    const { user } = show(<Mover />);
    await user.click(screen.getByRole('button', { name: 'Move' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
    expect(sent.map(({ body }) => body)).toEqual([{ stageId: 7 }, { stageId: 6 }]);
  });
});

import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../api/describe-error';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import type { PipelineStage } from './use-pipelines';

type Deal = Schemas['Deal'];

/** A deal that is shown in another column than the API said last. */
export interface Move {
  readonly deal: Deal;
  readonly stageId: number;
}

/** Moves deals between stages: shown at once, undone by a click, and taken back if the API refuses. */
export const useMoveDeal = (stages: readonly PipelineStage[]) => {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const forget = (id: number): void => setMoves((all) => all.filter(({ deal }) => deal.id !== id));
  const move = async (deal: Deal, stageId: number): Promise<void> => {
    if (deal.stageId === stageId) return;
    setMoves((all) => [...all.filter((one) => one.deal.id !== deal.id), { deal, stageId }]);
    const former = deal.stageId;
    try {
      await porchlight.deals.update(deal.id, { stageId });
      announce({
        text: t`Moved “${deal.name ?? ''}” to ${stages.find(({ id }) => id === stageId)?.name ?? ''}.`,
        undo: former ? () => porchlight.deals.update(deal.id, { stageId: former }) : undefined,
        subjects: ['deals'],
      });
      await queries.invalidateQueries({ queryKey: ['deals'] });
    } catch (error) {
      announce({ text: t`Not moved. ${describeError(error)}` });
    }
    forget(deal.id);
  };
  return { moves, move: (deal: Deal, stageId: number) => void move(deal, stageId) };
};

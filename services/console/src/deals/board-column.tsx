import { useDroppable } from '@dnd-kit/core';
import { t } from '@lingui/core/macro';
import { ActionIcon, Text } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useState } from 'react';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { formatCount } from '../components/format-count';
import { formatShortPrice } from '../components/format-price';
import { ListStates } from '../components/list-states';
import { StageDot } from '../people/stage-dot';
import { DealCard } from './deal-card';
import styles from './deal-board.module.css';
import { NewDealDialog } from './new-deal-dialog';
import type { Move } from './use-move-deal';
import type { PipelineStage } from './use-pipelines';

/** Deals of a column that are read at once. */
const MAX_READ = 50;

interface Props {
  readonly stage: PipelineStage;
  readonly userId: number | undefined;
  readonly moves: readonly Move[];
}

/** The deals of a stage, with their number and sum. */
export const BoardColumn = ({ stage, userId, moves }: Props) => {
  const { id = 0, name } = stage;
  const { setNodeRef, isOver } = useDroppable({ id });
  const [creating, setCreating] = useState(false);
  const list = useCollection(['deals', 'board'], porchlight.deals.list, {
    stageId: [id],
    userId,
    limit: MAX_READ,
    sort: 'orderWeight',
  });
  const stays = list.rows.filter((deal) => !moves.some((move) => move.deal.id === deal.id && move.stageId !== id));
  const arrived = moves.filter((move) => move.stageId === id && !stays.some((deal) => deal.id === move.deal.id));
  const deals = [...arrived.map(({ deal }) => ({ ...deal, stageId: id })), ...stays];
  const count = list.total + deals.length - list.rows.length;
  const sum = deals.reduce((total, { price }) => total + (price ?? 0), 0);
  return (
    <section ref={setNodeRef} aria-label={name} className={styles.column} data-over={isOver || undefined}>
      <header className={styles.columnHead}>
        <StageDot stageId={id} />
        <h2 className={styles.stage}>{name}</h2>
        <Text component="span" size="xs" c="dimmed">
          {count > 0 && `${formatCount(count)} · ${formatShortPrice(sum)}${list.hasMore ? '+' : ''}`}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t`Create deal in ${name ?? ''}`}
          aria-haspopup="dialog"
          onClick={() => setCreating(true)}
        >
          <IconPlus size={18} stroke={1.75} />
        </ActionIcon>
      </header>
      <ListStates what={t`deals of ${name ?? ''}`} list={{ ...list, rows: deals }} empty={null}>
        <ul className={styles.cards}>
          {deals.map((deal) => (
            <DealCard key={deal.id} deal={deal} />
          ))}
        </ul>
      </ListStates>
      {creating && <NewDealDialog stageId={id} onClose={() => setCreating(false)} />}
    </section>
  );
};

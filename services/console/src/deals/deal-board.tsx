import {
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { createBoardAnnouncements, moveBetweenColumns } from './board-keyboard';
import { BoardColumn } from './board-column';
import { DealCardContent } from './deal-card';
import styles from './deal-board.module.css';
import { useMoveDeal } from './use-move-deal';
import type { PipelineStage } from './use-pipelines';

type Deal = Schemas['Deal'];

/** Pointer movement that begins a drag, px; less is a click. */
const DRAG_PX = 6;
/** Enter opens the deal; the space bar picks it up. */
const KEYS = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };

interface Props {
  readonly stages: readonly PipelineStage[];
  /** Only deals of this user. */
  readonly userId: number | undefined;
}

/** Columns of deals. A deal moves by pointer, or with the space bar and arrow keys. */
export const DealBoard = ({ stages, userId }: Props) => {
  const [dragged, setDragged] = useState<Deal>();
  const { moves, move } = useMoveDeal(stages);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: moveBetweenColumns, keyboardCodes: KEYS }),
  );
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: createBoardAnnouncements(stages),
        screenReaderInstructions: {
          draggable: t`Press the space bar to pick up the deal, arrow keys to choose a stage, the space bar to drop it.`,
        },
      }}
      onDragStart={({ active }) => setDragged(active.data.current?.['deal'] as Deal)}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={({ over }) => {
        setDragged(undefined);
        if (dragged && over) move(dragged, Number(over.id));
      }}
    >
      <div className={styles.board} role="group" aria-label={t`Stages`}>
        {stages.map((stage) => (
          <BoardColumn key={stage.id} stage={stage} userId={userId} moves={moves} />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className={styles.card}>
            <DealCardContent deal={dragged} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
};

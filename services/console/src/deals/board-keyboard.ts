import type { Announcements, KeyboardCoordinateGetter } from '@dnd-kit/core';
import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import type { PipelineStage } from './use-pipelines';

const DIRECTIONS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
/** Distance of a deal that is moved by keys from the corner of its column, px. */
const INSET = 8;

/** Arrow keys move a deal to the column on the left or right. */
export const moveBetweenColumns: KeyboardCoordinateGetter = (event, { context: { droppableRects, over } }) => {
  const direction = DIRECTIONS[event.code];
  if (direction === undefined) return undefined;
  event.preventDefault();
  const columns = [...droppableRects.entries()].sort(([, one], [, other]) => one.left - other.left);
  const next = columns[columns.findIndex(([id]) => id === over?.id) + direction]?.[1];
  return next && { x: next.left + INSET, y: next.top + INSET };
};

/** What screen readers say while a deal is moved. */
export const createBoardAnnouncements = (stages: readonly PipelineStage[]): Announcements => {
  const stageOf = (over: { readonly id: string | number } | null): string =>
    stages.find(({ id }) => id === over?.id)?.name ?? t`no stage`;
  const nameOf = ({ data }: { readonly data: { readonly current?: Record<string, unknown> } }): string =>
    (data.current?.['deal'] as Schemas['Deal'] | undefined)?.name ?? t`the deal`;
  return {
    onDragStart: ({ active }) => t`Picked up ${nameOf(active)}.`,
    onDragOver: ({ active, over }) => t`${nameOf(active)} is over ${stageOf(over)}.`,
    onDragEnd: ({ active, over }) => t`Dropped ${nameOf(active)} at ${stageOf(over)}.`,
    onDragCancel: ({ active }) => t`${nameOf(active)} stays where it was.`,
  };
};

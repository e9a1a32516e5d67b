import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core';
import { t } from '@lingui/core/macro';
import IconGripVertical from '@tabler/icons-react/icons/IconGripVertical';
import { useState, type ReactNode } from 'react';
import styles from './sortable-list.module.css';

/** Pointer movement that begins a drag, px; less is a click. */
const DRAG_PX = 6;
const KEYS = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };
const DIRECTIONS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The row whose top is nearest: rows differ in height. */
const findNearestTop: CollisionDetection = ({ collisionRect, droppableRects, droppableContainers }) =>
  droppableContainers
    .map((droppableContainer) => {
      const top = droppableRects.get(droppableContainer.id)?.top ?? Number.POSITIVE_INFINITY;
      return { id: droppableContainer.id, data: { droppableContainer, value: Math.abs(top - collisionRect.top) } };
    })
    .sort((one, other) => one.data.value - other.data.value);

const moveBetweenRows: KeyboardCoordinateGetter = (event, { context: { droppableRects, over } }) => {
  const direction = DIRECTIONS[event.code];
  if (direction === undefined) return undefined;
  event.preventDefault();
  const rows = [...droppableRects.entries()].sort(([, one], [, other]) => one.top - other.top);
  const next = rows[rows.findIndex(([id]) => id === over?.id) + direction]?.[1];
  return next && { x: next.left, y: next.top };
};

interface Props<T> {
  /** What the list has, for screen readers: `Steps`. */
  readonly label: string;
  readonly items: readonly T[];
  /** The name of an item: `step 2`. */
  name(item: T): string;
  move(from: number, to: number): void;
  /** Renders an item with its handle. */
  children(item: T, index: number, handle: ReactNode): ReactNode;
}

/** A list in an order that the user changes by pointer, or with the space bar and arrow keys. */
export const SortableList = <T extends { readonly key: string }>({ label, items, name, move, children }: Props<T>) => {
  const [dragged, setDragged] = useState<T>();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: moveBetweenRows, keyboardCodes: KEYS }),
  );
  const indexOf = (id: string | number | undefined): number => items.findIndex(({ key }) => key === id);
  const nameOf = (id: string | number): string => {
    const item = items[indexOf(id)];
    return item ? name(item) : t`the item`;
  };
  const placeOf = (over: { readonly id: string | number } | null): string =>
    over ? t`place ${indexOf(over.id) + 1} of ${items.length}` : t`no place`;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={findNearestTop}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => t`Picked up ${nameOf(active.id)}.`,
          onDragOver: ({ active, over }) => t`${nameOf(active.id)} is over ${placeOf(over)}.`,
          onDragEnd: ({ active, over }) => t`Dropped ${nameOf(active.id)} at ${placeOf(over)}.`,
          onDragCancel: ({ active }) => t`${nameOf(active.id)} stays where it was.`,
        },
        screenReaderInstructions: {
          draggable: t`Press the space bar to pick up, arrow keys to choose a place, the space bar to drop.`,
        },
      }}
      onDragStart={({ active }) => setDragged(items[indexOf(active.id)])}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={({ active, over }) => {
        setDragged(undefined);
        const [from, to] = [indexOf(active.id), indexOf(over?.id)];
        if (from >= 0 && to >= 0 && from !== to) move(from, to);
      }}
    >
      <ol aria-label={label} className={styles.list}>
        {items.map((item, index) => (
          <Row key={item.key} id={item.key} name={name(item)} from={indexOf(dragged?.key)} index={index}>
            {(handle) => children(item, index, handle)}
          </Row>
        ))}
      </ol>
      <DragOverlay dropAnimation={null}>{dragged && <div className={styles.overlay}>{name(dragged)}</div>}</DragOverlay>
    </DndContext>
  );
};

interface RowProps {
  readonly id: string;
  readonly name: string;
  /** Where the dragged item was; -1 without one. */
  readonly from: number;
  readonly index: number;
  children(handle: ReactNode): ReactNode;
}

const Row = ({ id, name, from, index, children }: RowProps) => {
  const { setNodeRef: setTarget, isOver } = useDroppable({ id });
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({ id });
  const place = isOver && from !== index ? (index > from ? 'after' : 'before') : undefined;
  return (
    <li
      ref={(element) => {
        setTarget(element);
        setNodeRef(element);
      }}
      className={styles.row}
      data-place={place}
      data-dragged={isDragging || undefined}
    >
      {children(
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          className={styles.handle}
          aria-label={t`Move ${name}`}
        >
          <IconGripVertical size={18} stroke={1.75} aria-hidden />
        </button>,
      )}
    </li>
  );
};

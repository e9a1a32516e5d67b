import { t } from '@lingui/core/macro';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { formatSpan, formatTime } from '../appointments/appointment-span';
import styles from './calendar.module.css';
import { DAY_MINUTES, type Block } from './lay-out-day';
import type { CalendarEntry } from './use-calendar';

/** Minutes that a key moves, and to which the pointer snaps. */
const STEP_MINUTES = 15;
/** A pointer that moves less clicks, CSS pixels. */
const CLICK_PX = 5;
const PERCENT = 100;

/** How far an appointment is moved. */
export interface MoveBy {
  readonly days: number;
  readonly minutes: number;
}

const KEYS: Readonly<Record<string, MoveBy>> = {
  ArrowUp: { days: 0, minutes: -STEP_MINUTES },
  ArrowDown: { days: 0, minutes: STEP_MINUTES },
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
};

interface Props {
  readonly block: Block<CalendarEntry>;
  open(): void;
  move(by: MoveBy): void;
}

interface Drag {
  readonly x: number;
  readonly y: number;
  readonly by: MoveBy;
  readonly dx: number;
  readonly dy: number;
}

/** An appointment on its day: a click opens it; the pointer, or Alt with an arrow key, moves it. */
export const AppointmentBlock = ({ block, open, move }: Props) => {
  const { item, from, to, column, columns } = block;
  const { appointment, span } = item;
  const [drag, setDrag] = useState<Drag>();
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.altKey ? KEYS[event.key] : undefined;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    move(by);
  };
  const follow = (event: PointerEvent<HTMLElement>): void => {
    if (!drag) return;
    const dayColumn = event.currentTarget.closest('[data-day]')!.getBoundingClientRect();
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    const minutes = Math.round(((dy / dayColumn.height) * DAY_MINUTES) / STEP_MINUTES) * STEP_MINUTES;
    setDrag({ ...drag, dx, dy, by: { days: Math.round(dx / dayColumn.width), minutes } });
  };
  const drop = (): void => {
    setDrag(undefined);
    if (!drag) return;
    if (Math.hypot(drag.dx, drag.dy) < CLICK_PX) open();
    else if (drag.by.days !== 0 || drag.by.minutes !== 0) move(drag.by);
  };
  return (
    <li>
      <button
        type="button"
        className={styles.block}
        data-dragged={drag !== undefined || undefined}
        // Set by script, which the content security policy allows.
        style={{
          top: `${(from / DAY_MINUTES) * PERCENT}%`,
          height: `${((to - from) / DAY_MINUTES) * PERCENT}%`,
          left: `${(column / columns) * PERCENT}%`,
          width: `${PERCENT / columns}%`,
          ...(drag && { transform: `translate(${drag.dx}px, ${drag.dy}px)` }),
        }}
        title={t`Alt and arrow keys move it.`}
        aria-label={`${appointment.title}, ${formatSpan(span, false)}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ x: event.clientX, y: event.clientY, dx: 0, dy: 0, by: { days: 0, minutes: 0 } });
        }}
        onPointerMove={follow}
        onPointerUp={drop}
        onPointerCancel={() => setDrag(undefined)}
        // The pointer opens it in `drop`; a click without one comes from the keyboard or a screen reader.
        onClick={({ detail }) => detail === 0 && open()}
      >
        <span className={styles.blockTitle}>{appointment.title}</span>
        <span className={styles.blockTime}>
          {[formatTime(span.start), appointment.location].filter(Boolean).join(' · ')}
        </span>
      </button>
    </li>
  );
};

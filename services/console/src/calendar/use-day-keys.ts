import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

interface Options {
  /** The cells in their order. */
  readonly days: readonly string[];
  /** The cell that has the focus of Tab at first. */
  readonly first: string;
  /** How many cells a key moves. */
  readonly steps: Readonly<Record<string, number>>;
  /** Called instead of a move beyond the first or last cell; another `first` then gets the focus. */
  leave?(day: string, step: number): void;
}

/** Lets the arrow keys move between cells, of which Tab reaches one (roving focus). */
export const useDayKeys = ({ days, first, steps, leave }: Options) => {
  const frame = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(first);
  const hasLeft = useRef(false);
  useEffect(() => {
    if (!hasLeft.current) return;
    hasLeft.current = false;
    setCurrent(first);
    frame.current?.querySelector<HTMLElement>(`[data-cell="${first}"]`)?.focus();
  }, [first]);
  const active = days.includes(current) ? current : days.includes(first) ? first : days[0];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    const cell = event.target instanceof HTMLElement ? event.target.dataset['cell'] : undefined;
    if (step === undefined || cell === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = days[days.indexOf(cell) + step];
    if (next === undefined) {
      hasLeft.current = true;
      leave?.(cell, step);
      return;
    }
    setCurrent(next);
    frame.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
  };
  return {
    frame: { ref: frame, onKeyDown },
    cell: (day: string) => ({
      'data-cell': day,
      tabIndex: day === active ? 0 : -1,
      onFocus: () => setCurrent(day),
    }),
  };
};

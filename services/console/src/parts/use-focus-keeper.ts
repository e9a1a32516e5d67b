import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

interface FocusKeeper {
  readonly ref: RefObject<HTMLDivElement | null>;
  onFocus(): void;
  onBlur(event: FocusEvent<HTMLDivElement>): void;
}

/**
 * Where the focus was in something that went away, a row that was deleted or the button for more rows, it goes to what
 * held that, when `changed` does: the keyboard and the screen reader go on from there, not from the top of the page.
 */
export const useFocusKeeper = (changed: unknown): FocusKeeper => {
  const ref = useRef<HTMLDivElement>(null);
  const inside = useRef(false);
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [changed]);
  return {
    ref,
    onFocus: () => {
      inside.current = true;
    },
    onBlur: ({ relatedTarget }) => {
      // To nowhere it goes when what had it is taken away.
      if (relatedTarget) inside.current = false;
    },
  };
};

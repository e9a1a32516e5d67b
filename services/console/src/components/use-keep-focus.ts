import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

interface KeepFocus {
  readonly ref: RefObject<HTMLDivElement | null>;
  onFocus(): void;
  onBlur(event: FocusEvent<HTMLDivElement>): void;
}

/**
 * Moves the focus to the container when the focused element is removed, for example with its row. Otherwise the
 * keyboard and the screen reader would continue at the top of the page. Runs when `changed` changes.
 */
export const useKeepFocus = (changed: unknown): KeepFocus => {
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
      // Without a related target the focused element was removed.
      if (relatedTarget) inside.current = false;
    },
  };
};

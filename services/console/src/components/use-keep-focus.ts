import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';
import styles from './use-keep-focus.module.css';

interface KeepFocus {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly tabIndex: -1;
  readonly className: string | undefined;
  onFocus(event: FocusEvent<HTMLDivElement>): void;
  onBlur(event: FocusEvent<HTMLDivElement>): void;
}

const listRows = (container: HTMLElement | null): Element[] => [...(container?.querySelectorAll('li, tbody tr') ?? [])];

const findControl = (row: Element | undefined): HTMLElement | null | undefined =>
  row?.querySelector<HTMLElement>('input:not([disabled]), button:not([disabled]), a[href]');

/**
 * Moves the focus when the focused element is removed: to the row that takes the place of its row, or to the container.
 * Otherwise the keyboard and the screen reader would continue at the top of the page.
 */
export const useKeepFocus = (): KeepFocus => {
  const ref = useRef<HTMLDivElement>(null);
  /** The element of the container that has the focus, or had it when it was removed. */
  const last = useRef<Element>(null);
  const place = useRef(-1);
  useEffect(() => {
    if (!last.current || last.current.isConnected || document.activeElement !== document.body) return;
    const rows = listRows(ref.current).slice(0, place.current + 1);
    (findControl(rows.at(-1)) ?? ref.current)?.focus({ preventScroll: true });
  });
  return {
    ref,
    tabIndex: -1,
    className: styles.container,
    onFocus: ({ target }) => {
      last.current = target;
      const row = target.closest('li, tbody tr');
      // The menu and the dialog of a row are elsewhere in the document.
      if (ref.current?.contains(target)) place.current = row ? listRows(ref.current).indexOf(row) : -1;
    },
    onBlur: ({ relatedTarget }) => {
      // Without a related target the focused element was removed.
      if (relatedTarget) last.current = null;
    },
  };
};

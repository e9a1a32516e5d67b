import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/**
 * A new page begins at its top, for the eye, the keyboard and the screen reader: the focus goes to what holds the page.
 */
export const useFreshPage = (): RefObject<HTMLElement | null> => {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const former = useRef(pathname);
  useEffect(() => {
    if (former.current === pathname) return;
    former.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
};

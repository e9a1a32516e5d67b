import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/** After navigation, moves the focus to the returned element, which contains the page. */
export const useFocusOnNavigation = (): RefObject<HTMLElement | null> => {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
};

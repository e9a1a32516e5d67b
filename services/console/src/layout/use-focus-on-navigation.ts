import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/** After navigation, scrolls to the top and moves the focus to the returned element, which contains the page. */
export const useFocusOnNavigation = (): RefObject<HTMLElement | null> => {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
};

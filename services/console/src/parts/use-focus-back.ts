import { useEffect, useState } from 'react';

/**
 * Gives the focus back, when the part that uses it goes, to what had it when it came. Mantine does so only for a dialog
 * that stays.
 */
export const useFocusBack = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
};

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** How often pages read again what others change, ms. */
export const LIVE_MS = 10_000;

/** The subjects of the cache that colleagues, senders and plans change while a page is open. */
const LIVE_SUBJECTS: ReadonlySet<unknown> = new Set([
  'actionPlansPeople',
  'calls',
  'conversations',
  'deals',
  'events',
  'notes',
  'notifications',
  'people',
  'tasks',
  'textMessages',
]);

/** Keeps everything that is shown up to date. Mounted once, around all pages. */
export const useLiveUpdates = (): void => {
  const queries = useQueryClient();
  useEffect(() => {
    const read = (): void => {
      if (document.visibilityState !== 'visible') return;
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => LIVE_SUBJECTS.has(queryKey[0]),
        refetchType: 'active',
      });
    };
    const timer = setInterval(read, LIVE_MS);
    return () => clearInterval(timer);
  }, [queries]);
};

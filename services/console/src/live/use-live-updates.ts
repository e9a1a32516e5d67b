import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { porchlight } from '../api/porchlight';

/** How often pages read again what others change, ms: without a stream of events, and with one. */
export const LIVE_MS = 10_000;
const WITH_STREAM_MS = 60_000;
/** Events of this time are read together, ms. */
const COLLECT_MS = 500;

/** The subjects of the cache that colleagues, senders and plans change while a page is open. */
const LIVE_SUBJECTS: ReadonlySet<unknown> = new Set([
  'actionPlansPeople',
  'appointments',
  'automationsPeople',
  'calls',
  'conversations',
  'dealAttachments',
  'deals',
  'emEvents',
  'emails',
  'events',
  'notes',
  'notifications',
  'people',
  'personAttachments',
  'reactions',
  'tasks',
  'textMessages',
  'threadedReplies',
]);

/** Subjects whose events have another name, or that change without an event of their own. */
const OF_EVENTS: readonly (readonly [prefix: string, subjects: readonly string[]])[] = [
  ['dealCustomFields', ['dealCustomFields']],
  ['pipeline', ['pipelines']],
  ['stage', ['stages']],
  ['customFields', ['customFields']],
  ['peopleRelationship', ['peopleRelationships']],
  ['reaction', ['reactions']],
  ['suppressions', ['suppressions', 'people']],
  ['threadedReply', ['threadedReplies']],
  ['eventsCreated', ['people', 'notifications']],
  ['peopleCreated', ['notifications']],
  ['webhookFailing', ['webhooks', 'notifications']],
];

/** The subjects that an event of the stream changes. */
export const subjectsOf = (event: string): readonly string[] => [
  ...[...LIVE_SUBJECTS].map(String).filter((subject) => event.startsWith(subject)),
  ...OF_EVENTS.filter(([prefix]) => event.startsWith(prefix)).flatMap(([, subjects]) => subjects),
];

/**
 * Listens to the events of the account until the signal. The SDK connects again by itself; rejects if the service
 * refuses the stream.
 */
const listen = async (signal: AbortSignal, onSubjects: (subjects: readonly string[]) => void): Promise<void> => {
  for await (const { event } of porchlight.stream({ signal }))
    onSubjects(event === 'reset' ? [...LIVE_SUBJECTS].map(String) : subjectsOf(event));
};

/**
 * Keeps everything that is shown up to date, within 2 s while the stream is open. Mounted once, around all pages. A
 * hidden page holds no connection: browsers allow only a few, and an account has a limit.
 */
export const useLiveUpdates = (): void => {
  const queries = useQueryClient();
  useEffect(() => {
    const waiting = new Set<unknown>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastRead = performance.now();
    const read = (subjects: ReadonlySet<unknown>): void =>
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => subjects.has(queryKey[0]),
        refetchType: 'active',
      });
    const readAll = (): void => {
      lastRead = performance.now();
      read(LIVE_SUBJECTS);
    };
    const collect = (subjects: readonly string[]): void => {
      for (const subject of subjects) waiting.add(subject);
      timer ??= setTimeout(() => {
        timer = undefined;
        read(new Set(waiting));
        waiting.clear();
      }, COLLECT_MS);
    };
    let connection: AbortController | undefined;
    const connect = (): void => {
      const controller = new AbortController();
      connection = controller;
      listen(controller.signal, collect).catch(() => {
        if (connection === controller) connection = undefined;
      });
    };
    const disconnect = (): void => {
      connection?.abort();
      connection = undefined;
    };
    const follow = (): void => {
      disconnect();
      if (document.visibilityState !== 'visible') return;
      connect();
      readAll();
    };
    connect();
    document.addEventListener('visibilitychange', follow);
    const poll = setInterval(() => {
      const age = performance.now() - lastRead;
      if (document.visibilityState === 'visible' && (!connection || age >= WITH_STREAM_MS)) readAll();
    }, LIVE_MS);
    return () => {
      disconnect();
      clearTimeout(timer);
      clearInterval(poll);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [queries]);
};

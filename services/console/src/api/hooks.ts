import { getRecords, PorchlightError, type AnyPage, type CallOptions, type RecordOf } from '@porchlight/sdk';
import {
  notifyManager,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useMayRead } from '../session/session';
import { canRetry } from './describe-error';

/** Rows of one page of a list. */
const PAGE_SIZE = 25;
const FRESH_MS = 15_000;
const MAX_RETRIES = 2;
const MAX_WAIT_S = 10;

// A submitted form is busy before the next key press: with the default, a timer, two quick ones send it twice.
notifyManager.setScheduler(queueMicrotask);

/** Creates the cache of everything that the pages read. */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, a request fails and the page shows an error. The default would wait without a message.
        networkMode: 'always',
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < MAX_RETRIES && canRetry(error),
        retryDelay: (failures, error) =>
          1_000 * Math.min(MAX_WAIT_S, (error instanceof PorchlightError && error.retryAfterSeconds) || 2 ** failures),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

/**
 * The key of a query in the cache. It starts with the subject by which `useChange` reads it again: the resource of the
 * API. What the role of the user may not read is not requested.
 */
type Key = readonly [subject: string, ...parts: unknown[]];

interface PollingOptions<T> {
  /** Reads the data again at this interval, ms. */
  readonly everyMs?: number;
  /** Stops the polling when it returns false for the last data. */
  readonly while?: (data: T) => boolean;
}

type Read<T> = (options: CallOptions) => PromiseLike<T>;

/** A subject and a number are the key of the record with this id only: a list of it has a word between the two. */
interface UseRecord {
  <T extends { readonly id?: unknown }>(
    key: readonly [subject: string, id: number],
    read: Read<T>,
    polling?: PollingOptions<T>,
  ): UseQueryResult<T>;
  <T>(
    key:
      | readonly [subject: string, part?: string]
      | readonly [subject: string, ...parts: [unknown, unknown, ...unknown[]]],
    read: Read<T>,
    polling?: PollingOptions<T>,
  ): UseQueryResult<T>;
}

/** Reads a record or another response that is not a list of pages. */
export const useRecord: UseRecord = <T>(key: Key, read: Read<T>, polling: PollingOptions<T> = {}): UseQueryResult<T> =>
  useQuery<T>({
    enabled: useMayRead(key[0]),
    queryKey: key,
    queryFn: async ({ signal }) => read({ signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && polling.while?.(data) === false ? false : (polling.everyMs ?? false),
  });

/** The rows of a list that are loaded, and functions that load more. */
export interface Collection<T> {
  readonly rows: readonly T[];
  readonly total: number;
  readonly pending: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  loadMore(): void;
  retry(): void;
}

/**
 * Reads a list page by page with an operation of the SDK. The query is part of the key. `everyMs` reads it again. Empty
 * for a role that may not read it.
 */
export const useCollection = <Page extends AnyPage, Query extends object | undefined>(
  key: Key,
  list: (query: Query, options: CallOptions) => PromiseLike<Page>,
  query: Query,
  { everyMs }: { readonly everyMs?: number } = {},
): Collection<RecordOf<Page>> => {
  const mayRead = useMayRead(key[0]);
  const result = useInfiniteQuery({
    enabled: mayRead,
    queryKey: [...key, query, 'pages'],
    queryFn: async ({ pageParam, signal }) => list({ limit: PAGE_SIZE, ...query, ...pageParam }, { signal }),
    initialPageParam: {} as { next?: string },
    getNextPageParam: ({ _metadata: { next } }) => (next ? { next } : undefined),
    refetchInterval: everyMs ?? false,
  });
  const pages = result.data?.pages ?? [];
  return {
    rows: pages.flatMap((page) => getRecords(page)),
    total: pages[0]?._metadata.total ?? 0,
    pending: mayRead && result.isPending,
    error: result.error,
    hasMore: result.hasNextPage,
    loadingMore: result.isFetchingNextPage,
    loadMore: () => void result.fetchNextPage(),
    retry: () => void result.refetch(),
  };
};

/**
 * Changes something, then reads again all queries of the subjects, such as `webhooks`. Does not wait for these: the
 * response, for example a secret, is available at once.
 */
export const useChange = <In, Out>(
  change: (input: In) => PromiseLike<Out>,
  ...subjects: string[]
): UseMutationResult<Out, unknown, In> => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: In) => change(input),
    onSuccess: () => subjects.forEach((subject) => void queries.invalidateQueries({ queryKey: [subject] })),
  });
};

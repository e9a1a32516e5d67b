import {
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { ApiError, mayPass } from './api-error';
import { get, withQuery, type Query } from './client';

/** Rows of one page of a list. */
const PAGE_SIZE = 25;
const FRESH_MS = 15_000;
const MAX_RETRIES = 2;
const MAX_WAIT_S = 10;

interface Page {
  readonly _metadata: { readonly total: number; readonly next?: string | null };
}

/** Makes the cache of all that the pages read. */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, a request fails and the page says so; the default would wait without a word.
        networkMode: 'always',
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < MAX_RETRIES && mayPass(error),
        retryDelay: (failures, error) =>
          1_000 * Math.min(MAX_WAIT_S, (error instanceof ApiError && error.retryAfter) || 2 ** failures),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

const subjectOf = (path: string): string => path.split(/[/?]/)[2] ?? '';
const keyOf = (path: string, query: Query = {}): readonly unknown[] => ['v1', subjectOf(path), path, query];

interface RecordOptions<T> {
  /** Reads it again and again. */
  readonly everyMs?: number;
  /** … only while this holds of what was read last. */
  readonly while?: (read: T) => boolean;
  readonly enabled?: boolean;
}

/** Reads one record or answer of the API. */
export const useRecord = <T>(path: string, query: Query = {}, options: RecordOptions<T> = {}): UseQueryResult<T> =>
  useQuery<T>({
    queryKey: keyOf(path, query),
    queryFn: ({ signal }) => get<T>(withQuery(path, query), signal),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && options.while?.(data) === false ? false : (options.everyMs ?? false),
    enabled: options.enabled ?? true,
  });

/** What a list page needs: the rows so far and the way to more of them. */
export interface Collection<T> {
  readonly rows: readonly T[];
  readonly total: number;
  readonly pending: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  more(): void;
  again(): void;
}

/** Reads a list page by page, by the API's `next` token; `name` is the key of the rows. */
export const useCollection = <T>(
  path: string,
  name: string,
  query: Query = {},
  { everyMs }: Pick<RecordOptions<T>, 'everyMs'> = {},
): Collection<T> => {
  const result = useInfiniteQuery({
    queryKey: [...keyOf(path, query), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      get<Page & Record<string, T[]>>(withQuery(path, { limit: PAGE_SIZE, ...query, next: pageParam }), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last._metadata.next ?? undefined,
    refetchInterval: everyMs ?? false,
  });
  const pages = result.data?.pages ?? [];
  return {
    rows: pages.flatMap((page) => page[name] ?? []),
    total: pages[0]?._metadata.total ?? 0,
    pending: result.isPending,
    error: result.error,
    hasMore: result.hasNextPage,
    loadingMore: result.isFetchingNextPage,
    more: () => void result.fetchNextPage(),
    again: () => void result.refetch(),
  };
};

/**
 * Changes something, then reads again all that was read of the named subjects, such as `webhooks`. The caller does not
 * wait for that: what was made, a secret perhaps, is here already.
 */
export const useChange = <In, Out>(
  change: (input: In) => Promise<Out>,
  ...subjects: string[]
): UseMutationResult<Out, unknown, In> => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => subjects.forEach((subject) => void queries.invalidateQueries({ queryKey: ['v1', subject] })),
  });
};

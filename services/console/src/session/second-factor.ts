import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { callSession } from '../api/porchlight';

/** Whether the user who is signed in has a second factor. */
export interface SecondFactor {
  readonly enabled: boolean;
  readonly recoveryCodesLeft: number;
}

/** Password and, of who has a second factor, a code: so that it is the person and not only the browser. */
export interface Proof {
  readonly password: string;
  readonly code: string;
}

const KEY = ['secondFactor'] as const;

export const useSecondFactor = (): UseQueryResult<SecondFactor> =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callSession<SecondFactor>('GET', '/session/secondFactor', undefined, signal),
  });

/** Without a second factor no code is entered, and routes that need none refuse it. */
const withoutEmptyCode = (input: object): object => {
  const { code, ...others } = input as { code?: string };
  const entered = code?.trim() ?? '';
  return entered === '' ? others : { ...others, code: entered };
};

/**
 * Posts to one of the routes of the session that need proof, `besides` with it; everything that is shown is read again.
 */
export const useProven = <In extends object, Out>(
  path: `/session${string}`,
  besides: object = {},
): UseMutationResult<Out, unknown, In> => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: In) => callSession<Out>('POST', path, { ...besides, ...withoutEmptyCode(input) }),
    // All of it: who may do what has changed, and the asker may be gone from the page by then.
    onSuccess: () => void queries.invalidateQueries(),
  });
};

import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { PorchlightError } from '@porchlight/sdk';
import { callSession, isSameUser, setApiSession } from '../api/porchlight';

/** Who is signed in, and to which account. */
export interface Session {
  readonly user: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
    readonly role: 'Owner' | 'Broker' | 'Agent' | 'Lender';
  };
  readonly account: { readonly id: number; readonly name: string };
  readonly csrfToken: string;
}

export const SESSION_KEY = ['session'] as const;

const remembered = <T extends Session | null>(session: T): T => {
  setApiSession(session ?? undefined);
  return session;
};

/** What was read for another user is forgotten. The session's own entry stays, for it is watched. */
const forget = (queries: QueryClient): void =>
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });

const readSession = async (queries: QueryClient, signal: AbortSignal): Promise<Session | null> => {
  try {
    const session = await callSession<Session>('GET', '/session', undefined, signal);
    const former = queries.getQueryData<Session | null>(SESSION_KEY);
    if (former && !isSameUser(former, session)) forget(queries);
    return remembered(session);
  } catch (error) {
    if (error instanceof PorchlightError && error.status === 401) return remembered(null);
    throw error;
  }
};

/** The session of this browser; null without a signed-in user. Read again on focus: another tab can change the user. */
export const useSessionQuery = (): UseQueryResult<Session | null> =>
  useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal, client }) => readSession(client, signal),
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
  });

/** From now on for this session. */
const switchTo = (queries: QueryClient, session: Session | null): void => {
  queries.setQueryData(SESSION_KEY, remembered(session));
  forget(queries);
};

/**
 * Begins a session by one of the ways in, such as `/session/signUp`; null where one has to sign in yet (second factor).
 */
export const useBeginSession = <In extends object>(
  path: `/session${string}`,
): UseMutationResult<Session | null, unknown, In> => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: In) => {
      const answer = await callSession<Session | { signInNeeded: true }>('POST', path, input);
      return 'signInNeeded' in answer ? null : answer;
    },
    onSuccess: (session) => {
      switchTo(queries, session);
    },
  });
};

/** Replaces the session after the user changed the password: the server ended all others. */
export const useChangePassword = <In extends object>(): UseMutationResult<Session, unknown, In> => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: In) => callSession<Session>('PUT', '/session/password', input),
    onSuccess: (session) => void queries.setQueryData(SESSION_KEY, remembered(session)),
  });
};

/** Ends the session. */
export const useEndSession = (): UseMutationResult<unknown, unknown, void> => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await callSession('DELETE', '/session');
      } catch (error) {
        // It had ended already.
        if (!(error instanceof PorchlightError && error.status === 401)) throw error;
      }
    },
    onSuccess: () => {
      switchTo(queries, null);
    },
  });
};

export const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session; only for components inside the layout. */
export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a signed-in user.');
  return session;
};

/** Whether the signed-in user may do what owners do, or owners and brokers. */
export const useMay = (): { readonly own: boolean; readonly administer: boolean } => {
  const { role } = useSession().user;
  return { own: role === 'Owner', administer: role === 'Owner' || role === 'Broker' };
};

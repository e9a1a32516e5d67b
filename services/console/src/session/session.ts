import { PorchlightError } from '@porchlight/sdk';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { READERS } from '../api/generated-names';
import { callSession, isSameUser, setApiSession } from '../api/porchlight';
import { clearDrafts } from './stored-drafts';

/** The signed-in user, the account, and the token for changes. */
export interface Session {
  readonly user: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
    readonly role: 'Owner' | 'Broker' | 'Agent' | 'Lender';
    /** Also true where no SMTP is configured: then no user needs to confirm. */
    readonly emailConfirmed: boolean;
  };
  readonly account: { readonly id: number; readonly name: string };
  readonly csrfToken: string;
}

export const SESSION_KEY = ['session'] as const;

/** Uses the session for all requests from now on. */
const activate = <T extends Session | null>(session: T): T => {
  setApiSession(session ?? undefined);
  return session;
};

/** Removes data that was read for another user. The entry of the session stays: components observe it. */
const clearOtherData = (queries: QueryClient): void =>
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });

const readSession = async (queries: QueryClient, signal: AbortSignal): Promise<Session | null> => {
  try {
    const session = await callSession<Session>('GET', '/session', undefined, signal);
    const former = queries.getQueryData<Session | null>(SESSION_KEY);
    if (former && !isSameUser(former, session)) clearOtherData(queries);
    return activate(session);
  } catch (error) {
    if (error instanceof PorchlightError && error.status === 401) return activate(null);
    throw error;
  }
};

/** The session of this browser; null without a signed-in user. Read again on focus: another tab can change the user. */
export const useSessionQuery = () =>
  useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal, client }) => readSession(client, signal),
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
  });

/** Replaces the session and removes the data of the old one. */
const switchTo = (queries: QueryClient, session: Session | null): void => {
  queries.setQueryData(SESSION_KEY, activate(session));
  clearOtherData(queries);
};

/**
 * Starts a session with a route such as `/session/confirmSignUp`. Returns null if the user must still sign in with a
 * second factor.
 */
export const useStartSession = <In extends object>(path: `/session${string}`) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: In) => {
      const response = await callSession<Session | { signInNeeded: true }>('POST', path, input);
      return 'signInNeeded' in response ? null : response;
    },
    onSuccess: (session) => switchTo(queries, session),
  });
};

/** Changes the password. The server ends all other sessions and returns a new one. */
export const useChangePassword = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: object) => callSession<Session>('PUT', '/session/password', input),
    onSuccess: (session) => void queries.setQueryData(SESSION_KEY, activate(session)),
  });
};

/** Ends the session. */
export const useEndSession = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await callSession('DELETE', '/session');
      } catch (error) {
        // 401: the session has already ended.
        if (!(error instanceof PorchlightError && error.status === 401)) throw error;
      }
    },
    onSuccess: () => {
      clearDrafts();
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

/** Whether the API lets the signed-in user read a resource; a request without a session is for the API to decide. */
export const useMayRead = (resource: string): boolean => {
  const role = useContext(SessionContext)?.user.role;
  return role === undefined || (READERS[resource]?.includes(role) ?? true);
};

/** What the signed-in user may do: what only owners may do, and what owners and brokers may do. */
export const usePermissions = () => {
  const { role } = useSession().user;
  return {
    isOwner: role === 'Owner',
    isAdmin: role === 'Owner' || role === 'Broker',
    // The API shows deals and plans to all but lenders.
    seesDeals: role !== 'Lender',
  };
};

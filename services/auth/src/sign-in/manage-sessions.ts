import type { Session } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { requireSession } from './open-session';
import type { SessionDocument } from './session-document';
import type { Sessions } from './session-parts';

const MAX_SESSIONS = 200;

const loadSessions = async (
  { sessions, clock }: Pick<Sessions, 'sessions' | 'clock'>,
  { accountId, userId }: SessionDocument,
) => {
  const all = await sessions.find({ accountId, userId }, { limit: MAX_SESSIONS });
  return all.filter(({ expires }) => expires.getTime() > clock.now());
};

/** Lists the sessions of the user, last used first. */
export const listSessions =
  (parts: Sessions) =>
  async ({ token }: { token: string }, { signal }: { signal: AbortSignal }): Promise<{ sessions: Session[] }> => {
    const current = await requireSession(parts, token, signal);
    const sessions = (await loadSessions(parts, current.session)).sort(
      (a, b) => b.lastUsed.getTime() - a.lastUsed.getTime(),
    );
    return {
      sessions: sessions.map(({ sessionId, created, lastUsed, address, agent }) => ({
        id: sessionId,
        created,
        lastUsed,
        address,
        agent,
        current: sessionId === current.session.sessionId,
      })),
    };
  };

/** Ends a session of the user. */
export const revokeSession =
  (parts: Sessions) =>
  async ({ token, sessionId }: { token: string; sessionId: string }, { signal }: { signal: AbortSignal }) => {
    const current = await requireSession(parts, token, signal);
    const session = (await loadSessions(parts, current.session)).find((one) => one.sessionId === sessionId);
    if (!session) throw refuse('NOT_FOUND', { what: 'session' });
    await parts.sessions.deleteOne({ _id: session._id });
    return {};
  };

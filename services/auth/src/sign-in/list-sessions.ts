import type { Session } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { requireSession } from './open-session';
import type { SessionDocument } from './session-document';
import type { SessionPorts } from './session-ports';

const MAX_SESSIONS = 200;

const loadSessions = async ({ sessions, clock }: SessionPorts, { accountId, userId }: SessionDocument) => {
  const all = await sessions.find({ accountId, userId }, { limit: MAX_SESSIONS });
  return all.filter(({ expires }) => expires.getTime() > clock.now());
};

/** Lists the sessions of the user, last used first. */
export const listSessions =
  (ports: SessionPorts) =>
  async ({ token }: { token: string }, { signal }: { signal: AbortSignal }): Promise<{ sessions: Session[] }> => {
    const own = await requireSession(ports, token, signal);
    const found = (await loadSessions(ports, own.session)).sort((a, b) => b.lastUsed.getTime() - a.lastUsed.getTime());
    return {
      sessions: found.map(({ sessionId, created, lastUsed, address, agent }) => ({
        id: sessionId,
        created,
        lastUsed,
        address,
        agent,
        current: sessionId === own.session.sessionId,
      })),
    };
  };

/** Ends a session of the user. */
export const revokeSession =
  (ports: SessionPorts) =>
  async ({ token, sessionId }: { token: string; sessionId: string }, { signal }: { signal: AbortSignal }) => {
    const own = await requireSession(ports, token, signal);
    const session = (await loadSessions(ports, own.session)).find((one) => one.sessionId === sessionId);
    if (!session) throw refuse('NOT_FOUND', { what: 'session' });
    await ports.sessions.deleteOne({ _id: session._id });
    return {};
  };

import { HOUR_MS } from '@porchlight/runtime';
import { LRUCache } from 'lru-cache';

/** After this time a full handshake checks the certificate again. */
const LONGEST_MS = HOUR_MS;
const MOST = 2_000;

/** TLS sessions by server. Resumption saves the expensive part of a handshake (RFC 8446, 2.2). */
export class TlsSessions {
  readonly #sessions = new LRUCache<string, { readonly session: Buffer; readonly begunAt: number }>({ max: MOST });

  /** The session to resume; undefined if there is none or its full handshake is too old. `now`: ms. */
  of(server: string, now: number): Buffer | undefined {
    const stored = this.#sessions.get(server);
    return stored && now - stored.begunAt < LONGEST_MS ? stored.session : undefined;
  }

  /** `resumed`: continues the known session, so its age stays. */
  keep(server: string, session: Buffer, resumed: boolean, now: number): void {
    const begunAt = (resumed ? this.#sessions.get(server)?.begunAt : undefined) ?? now;
    this.#sessions.set(server, { session, begunAt });
  }

  /** Removes a session that failed. */
  forget(server: string): void {
    this.#sessions.delete(server);
  }
}

/** A certificate is looked at anew after this, whatever the receiver would resume. */
const LONGEST_MS = 3_600_000;
const MOST = 2_000;

/** Sessions of TLS by their server: to resume one spares both sides the costly part of a handshake (RFC 8446, 2.2). */
export class TlsSessions {
  /** The one that was heard of longest ago first. */
  readonly #kept = new Map<string, { readonly session: Buffer; readonly begunAt: number }>();

  /**
   * The session to resume with this server. Undefined: there is none, or its full handshake is too long ago. `now`: ms.
   */
  of(server: string, now: number): Buffer | undefined {
    const known = this.#kept.get(server);
    return known && now - known.begunAt < LONGEST_MS ? known.session : undefined;
  }

  /** `resumed`: it goes on from the one that was known, and is as old. */
  keep(server: string, session: Buffer, resumed: boolean, now: number): void {
    const begunAt = (resumed ? this.#kept.get(server)?.begunAt : undefined) ?? now;
    this.#kept.delete(server);
    if (this.#kept.size >= MOST) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(server, { session, begunAt });
  }

  /** It did no good. */
  forget(server: string): void {
    this.#kept.delete(server);
  }
}

/** Interval of heartbeats, ms. */
const BEAT_MS = 4_000;

/**
 * Unanswered heartbeats after which the peer counts as lost. Two: after a pause of this process a reply may be unread.
 */
const MAX_MISSED = 2;

/**
 * Sends heartbeats on a stream to detect a host that vanished. HTTP/2 pings do not work: after the GOAWAY of a draining
 * peer Node fails every ping, and grpc-js then drops the connection with its running calls (grpc-node, issue 3068).
 */
export class Heartbeat {
  readonly #timer: NodeJS.Timeout;
  #missed = 0;

  constructor(ask: () => void, lost: () => void, everyMs = BEAT_MS) {
    this.#timer = setInterval(() => {
      if (this.#missed === MAX_MISSED) return lost();
      this.#missed++;
      ask();
    }, everyMs);
    this.#timer.unref();
  }

  /** Call it for every message of the peer. */
  received(): void {
    this.#missed = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Between two questions to a peer, ms. */
export const BEAT_MS = 4_000;

/** Questions without any word from the peer; two, for after a stop of this very process an answer may lie unread. */
const MAX_UNHEARD = 2;

/**
 * Asks the peer of a stream now and then whether it is there, so that a host that vanished without a word is noticed.
 * The pings of HTTP/2 will not do: a peer that ends in order announces so by a GOAWAY, Node then fails each further
 * ping, and grpc-js takes that for a lost connection and drops what still runs on it (grpc-node, issue 3068).
 */
export class Heartbeat {
  readonly #timer: NodeJS.Timeout;
  #unheard = 0;

  constructor(ask: () => void, lost: () => void, everyMs = BEAT_MS) {
    this.#timer = setInterval(() => {
      if (this.#unheard === MAX_UNHEARD) return lost();
      this.#unheard++;
      ask();
    }, everyMs);
    this.#timer.unref();
  }

  /** The peer has said something, whatever it is. */
  heard(): void {
    this.#unheard = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

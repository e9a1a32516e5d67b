import type { Clock } from '@porchlight/runtime';
import { ChannelConnection, type ConnectionOptions } from './channel-connection';
import { type Endpoint, Endpoints, type Lookup } from './rpc-endpoints';
import type { ReplyFrame } from '../stream/reply-frame';

/** Listener of the peers. */
interface Receiver {
  receive(frame: ReplyFrame): void;
  /** Waiting calls of this connection get no reply. */
  lose(connection: ChannelConnection): void;
  /** Waiting calls of this connection were never sent. */
  reject(connection: ChannelConnection): void;
}

interface PeersOptions extends ConnectionOptions {
  readonly receiver: Receiver;
  readonly clock: Clock;
  readonly lookup: Lookup | undefined;
}

/** Wait for a successor of a draining peer, ms. */
const SUCCESSOR_MS = 1_000;

/** One connection to each replica of a service. Calls go to the connection with the fewest waiting calls. */
export class Peers {
  readonly #endpoints: Endpoints;
  #connections: ChannelConnection[] = [];
  /** Draining connections: they accept no more calls and end with the last waiting call. */
  readonly #leaving = new Set<ChannelConnection>();
  readonly #waiting = new Set<() => void>();
  #turn = 0;
  #awaitedUntil = 0;
  #closed = false;

  constructor(
    addresses: readonly string[],
    private readonly options: PeersOptions,
  ) {
    const { logger, lookup } = options;
    this.#endpoints = new Endpoints(addresses, logger, (endpoints) => this.#follow(endpoints), lookup);
    this.#endpoints.start();
  }

  /** Pending until the addresses of the peers are resolved; never rejects. */
  get finding(): Promise<void> | undefined {
    return this.#endpoints.first;
  }

  /** The connection for the next call; undefined if none could send it. */
  pick(): ChannelConnection | undefined {
    const connections = this.#connections;
    const count = connections.length;
    if (count === 1) return connections[0]!.away ? undefined : connections[0];
    let best: ChannelConnection | undefined;
    const first = this.#turn++ % (count || 1);
    for (let i = 0; i < count; i++) {
      const one = connections[(first + i) % count]!;
      if (one.away) continue;
      if (
        best === undefined ||
        (one.isOpen && !best.isOpen) ||
        (one.isOpen === best.isOpen && one.waiting < best.waiting)
      )
        best = one;
    }
    return best;
  }

  /** Resolves to true when a peer is connected, to false after this time, ms. */
  async ready(waitMs: number): Promise<boolean> {
    if (this.#isReady || this.#closed || waitMs <= 0) return this.#isReady;
    let timer: NodeJS.Timeout | undefined;
    let wake: () => void = () => undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      this.#waiting.add(resolve);
      timer = setTimeout(resolve, waitMs);
    });
    clearTimeout(timer);
    this.#waiting.delete(wake);
    return this.#isReady;
  }

  /**
   * While a draining peer may get a successor: resolves to true if one connects within this time, ms. Otherwise
   * undefined.
   */
  successor(withinMs: number): Promise<boolean> | undefined {
    const remainingMs = this.#awaitedUntil - this.options.clock.now();
    return remainingMs > 0 && !this.#closed ? this.ready(Math.min(remainingMs, withinMs)) : undefined;
  }

  close(): void {
    this.#closed = true;
    this.#endpoints.close();
    for (const connection of [...this.#connections, ...this.#leaving]) connection.close();
    this.#connections = [];
    this.#wake();
  }

  get #isReady(): boolean {
    return this.#connections.some((connection) => connection.isOpen);
  }

  /** Connects to new peers and leaves removed ones. */
  #follow(endpoints: readonly Endpoint[]): void {
    const before = this.#connections;
    const addresses = new Set(endpoints.map(({ address }) => address));
    const remaining = before.filter(({ address }) => addresses.has(address));
    const connected = new Set(remaining.map(({ address }) => address));
    this.#connections = [
      ...remaining,
      ...endpoints.filter(({ address }) => !connected.has(address)).map((endpoint) => this.#open(endpoint)),
    ];
    for (const connection of before) if (!addresses.has(connection.address)) this.#leave(connection);
  }

  #open(endpoint: Endpoint): ChannelConnection {
    const { receiver } = this.options;
    return new ChannelConnection(endpoint, this.options, {
      receive: receiver.receive,
      opened: () => this.#wake(),
      lose: (connection) => {
        receiver.lose(connection);
        this.#endpoints.refresh();
      },
      reject: (connection) => {
        receiver.reject(connection);
        this.#endpoints.refresh();
      },
      goodbye: (connection) => this.#replace(connection),
      ended: (connection) => this.#leaving.delete(connection),
    });
  }

  /** A peer is draining: its address is dialled again, because its successor may use it. */
  #replace(connection: ChannelConnection): void {
    const at = this.#connections.indexOf(connection);
    if (at < 0 || this.#closed) return;
    this.#awaitedUntil = this.options.clock.now() + SUCCESSOR_MS;
    this.#connections[at] = this.#open(connection.endpoint);
    this.#leave(connection);
    this.#endpoints.refresh();
  }

  #leave(connection: ChannelConnection): void {
    this.#leaving.add(connection);
    connection.leave();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

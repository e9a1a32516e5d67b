import { lookup as lookupHost } from 'node:dns/promises';
import { isIP } from 'node:net';
import { readAddress, type Logger } from '@porchlight/runtime';

/** Resolves a host name to IP addresses. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** An address of a replica. */
export interface Endpoint {
  /** `ip:port`, unique. */
  readonly address: string;
  /** The name in the peer's certificate, if it is not the IP address itself. */
  readonly serverName: string | undefined;
}

/** Time to live of DNS results, ms: a new replica gets calls after this time at the latest. */
const REFRESH_MS = 5_000;
/** Shortest time between two DNS queries, ms. */
const MIN_GAP_MS = 250;
/** Longest wait of the first calls for the first DNS result, ms. */
const FIRST_ANSWER_MS = 1_000;

interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * Resolves a list of addresses to endpoints: an IP address is one endpoint, a host name as many as DNS returns (a
 * headless service returns all replicas). Names are resolved periodically; previous results stay in use while DNS does
 * not respond.
 */
export class Endpoints {
  readonly #places: readonly Place[];
  readonly #known = new Map<Place, readonly Endpoint[]>();
  #first: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** A DNS query is scheduled or running. */
  #soon = false;
  #closed = false;
  #failed = false;

  constructor(
    addresses: readonly string[],
    private readonly logger: Logger,
    private readonly onChange: (endpoints: readonly Endpoint[]) => void,
    private readonly lookup: Lookup = lookupAll,
  ) {
    this.#places = addresses.map(read);
  }

  /** Reports IP addresses at once and starts to resolve host names. */
  start(): void {
    for (const place of this.#places) if (isIP(place.host)) this.#known.set(place, [createEndpoint(place, place.host)]);
    if (this.#known.size > 0) this.#notify();
    if (this.#known.size === this.#places.length) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, FIRST_ANSWER_MS)));
    this.#first = Promise.race([this.#ask(), late]).finally(() => {
      clearTimeout(timer);
      this.#first = undefined;
    });
  }

  /** Pending until the first DNS result; never rejects. */
  get first(): Promise<void> | undefined {
    return this.#first;
  }

  /** A peer has left: schedules a DNS query. */
  refresh(): void {
    // A scheduled query is not postponed.
    if (this.#soon) return;
    this.#soon = true;
    this.#askIn(MIN_GAP_MS);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    this.#soon = true;
    const named = this.#places.filter(({ host }) => !isIP(host));
    const answers = await Promise.allSettled(named.map(async ({ host }) => this.lookup(host)));
    this.#soon = false;
    if (this.#closed) return;
    let failed: unknown;
    answers.forEach((answer, index) => {
      const place = named[index]!;
      if (answer.status === 'rejected') failed = answer.reason;
      else if (answer.value.length > 0)
        this.#known.set(
          place,
          answer.value.map((ip) => createEndpoint(place, ip)),
        );
    });
    // Logged once per outage; the query is repeated.
    if (failed !== undefined && !this.#failed) this.logger.warn({ event: 'rpc.name_unanswered', err: failed });
    this.#failed = failed !== undefined;
    this.#notify();
    this.#askIn(this.#failed ? FIRST_ANSWER_MS : REFRESH_MS);
  }

  #askIn(ms: number): void {
    if (this.#closed || this.#places.every(({ host }) => isIP(host))) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), ms);
    this.#timer.unref();
  }

  #notify(): void {
    const endpoints = [...this.#known.values()].flat();
    this.onChange([...new Map(endpoints.map((endpoint) => [endpoint.address, endpoint])).values()]);
  }
}

function read(address: string): Place {
  const place = readAddress(address);
  if (place === undefined) throw new Error(`${address} is not host:port`);
  return { host: place.host.replace(/^\[|\]$/g, ''), port: place.port };
}

const createEndpoint = ({ host, port }: Place, ip: string): Endpoint => ({
  address: isIP(ip) === 6 ? `[${ip}]:${port}` : `${ip}:${port}`,
  serverName: host === ip ? undefined : host,
});

/** A host with IPv4 and IPv6 addresses is one peer: IPv4 is used. */
const lookupAll: Lookup = async (host) => {
  const found = await lookupHost(host, { all: true });
  const older = found.filter(({ family }) => family === 4);
  return (older.length > 0 ? older : found).map(({ address }) => address);
};

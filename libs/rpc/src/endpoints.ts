import { lookup as lookupHost } from 'node:dns/promises';
import { isIP } from 'node:net';
import { readAddress, type Logger } from '@porchlight/runtime';

/** Answers the IP addresses of a host name. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** One place that calls can go to. */
export interface Endpoint {
  /** `ip:port`, unique. */
  readonly address: string;
  /** The name that its certificate must show, where it is not the IP address itself. */
  readonly serverName: string | undefined;
}

/** How old the answers of the name service may get, ms: a new replica gets calls after so long at the latest. */
const REFRESH_MS = 5_000;
/** Least time between two questions, also when peers leave one after the other, ms. */
const MIN_GAP_MS = 250;
/** Longest wait of the first calls for the first answer, ms. */
const FIRST_ANSWER_MS = 1_000;

interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * The places that a list of addresses stands for: an IP address is one, a host name as many as the name service answers
 * (a headless service names all its replicas). Names are asked again and again; what was known stays while nobody
 * answers.
 */
export class Endpoints {
  readonly #places: readonly Place[];
  readonly #lookup: Lookup;
  readonly #logger: Logger;
  readonly #onChange: (endpoints: readonly Endpoint[]) => void;
  readonly #known = new Map<Place, readonly Endpoint[]>();
  #first: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** A question is due soon, or under way. */
  #soon = false;
  #closed = false;
  #failed = false;

  constructor(
    addresses: readonly string[],
    logger: Logger,
    onChange: (endpoints: readonly Endpoint[]) => void,
    lookup: Lookup = lookupAll,
  ) {
    this.#places = addresses.map(read);
    this.#lookup = lookup;
    this.#logger = logger;
    this.#onChange = onChange;
  }

  /** Tells of the places that need no question at once, and begins to ask for the others. */
  start(): void {
    for (const place of this.#places) if (isIP(place.host)) this.#known.set(place, [endpointOf(place, place.host)]);
    if (this.#known.size > 0) this.#tell();
    if (this.#known.size === this.#places.length) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, FIRST_ANSWER_MS)));
    this.#first = Promise.race([this.#ask(), late]).finally(() => {
      clearTimeout(timer);
      this.#first = undefined;
    });
  }

  /** While the first question has no answer yet; never rejects. */
  get first(): Promise<void> | undefined {
    return this.#first;
  }

  /** A peer has left: who serves now is asked soon. */
  refresh(): void {
    // Peers may leave faster than that: what is due is not put off.
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
    const answers = await Promise.allSettled(named.map(async ({ host }) => this.#lookup(host)));
    this.#soon = false;
    if (this.#closed) return;
    let failed: unknown;
    answers.forEach((answer, index) => {
      const place = named[index]!;
      if (answer.status === 'rejected') failed = answer.reason;
      else if (answer.value.length > 0)
        this.#known.set(
          place,
          answer.value.map((ip) => endpointOf(place, ip)),
        );
    });
    // Once per outage: the question is repeated for as long as it lasts.
    if (failed !== undefined && !this.#failed) this.#logger.warn({ event: 'rpc.name_unanswered', err: failed });
    this.#failed = failed !== undefined;
    this.#tell();
    this.#askIn(this.#failed ? FIRST_ANSWER_MS : REFRESH_MS);
  }

  #askIn(ms: number): void {
    if (this.#closed || this.#places.every(({ host }) => isIP(host))) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), ms);
    this.#timer.unref();
  }

  #tell(): void {
    const endpoints = [...this.#known.values()].flat();
    this.#onChange([...new Map(endpoints.map((endpoint) => [endpoint.address, endpoint])).values()]);
  }
}

function read(address: string): Place {
  const place = readAddress(address);
  if (place === undefined) throw new Error(`${address} is not host:port`);
  return { host: place.host.replace(/^\[|\]$/g, ''), port: place.port };
}

const endpointOf = ({ host, port }: Place, ip: string): Endpoint => ({
  address: isIP(ip) === 6 ? `[${ip}]:${port}` : `${ip}:${port}`,
  serverName: host === ip ? undefined : host,
});

/** A host with addresses of both kinds is reached over the older one: it is one peer, not two. */
const lookupAll: Lookup = async (host) => {
  const found = await lookupHost(host, { all: true });
  const older = found.filter(({ family }) => family === 4);
  return (older.length > 0 ? older : found).map(({ address }) => address);
};

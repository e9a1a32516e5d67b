import type { BusMessage } from '@porchlight/bus';
import type { Random } from '../chaos/random';

/** How a request is sent. The slow forms hold their connection until the attack ends. */
export type Pace = 'normal' | 'slow-read' | 'slow-write' | 'stalled-upload' | 'idle';

/** A weakness of docs/security.md that has an attack and a claim of its own. */
export type Weakness = `N${number}`;

/** One request of an attack, as data. */
export interface AttackRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /**
   * `attacker`: the API key of the owner of an account without rate limits; `lender`: that of a lender of the same
   * account; `stranger`: no credentials. Default `attacker`.
   */
  readonly as?: 'attacker' | 'lender' | 'stranger';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Default `normal`. */
  readonly pace?: Pace;
}

/** The response to one request; status 0 means that the connection ended before a response. */
export interface AttackResponse {
  readonly status: number;
  /** Parsed JSON, undefined for anything else. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** A user whose email others squat; confirmed, with a known device. */
export interface SquattedOwner {
  readonly email: string;
  readonly password: string;
  /** The cookie of the known device: `name=value`. */
  readonly device: string;
  /** The password of the squatters. */
  readonly squatterPassword: string;
  /** Duration of a sign-in while only the owner has the email, ms. */
  readonly signInMs: number;
}

/** What attacks may use: the run, and records that they or the shared preparation created. */
export interface World {
  /** Part of every name and address, unique per run. */
  readonly run: string;
  /** Share of the full amount of prepared records, 0 to 1; the short form uses less. */
  readonly scale: number;
  /** The owner of the neighbor; several accounts have a user with the same email. */
  readonly owner: SquattedOwner;
  /** The account of the attackers. */
  readonly accountId: number;
  /** Writes records to Kafka, as a peer on the network of the cluster; does nothing where the brokers refuse it. */
  readonly publish: (topic: string, messages: readonly BusMessage[]) => Promise<void>;
  /** Base URL of a receiver that responds after 2 s. */
  readonly slowReceiver: string;
  /** Ids or names of prepared records, by kind. */
  readonly records: Map<string, string[]>;
}

/** Sends a request as an attacker, without a limit of its rate; for preparations. */
export type Send = (request: AttackRequest) => Promise<AttackResponse>;

/** One attack. A new one is a record in a file of `attacks/`; nothing else is edited. */
export interface Attack {
  /** Unique; a row of the table. */
  readonly name: string;
  /** Also part of the short form, which CI runs. */
  readonly short?: true;
  /** The weakness that the attack uses; its row is checked by the claim of the weakness. */
  readonly weakness?: Weakness;
  /** Looks after the attack for what it must not have changed: one sentence for each. */
  readonly check?: (send: Send, world: World) => Promise<readonly string[]>;
  /** Creates the records that the requests need, before anything is measured. */
  readonly prepare?: (send: Send, world: World) => Promise<void>;
  /** The next request. It depends on `random` and `world` only, so that a seed repeats it. */
  readonly next: (random: Random, world: World) => AttackRequest;
}

/** A JSON body with its media type. */
export const json = (value: unknown): Pick<AttackRequest, 'body' | 'headers'> => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});

/** Text that already is JSON, or is meant to look like it. */
export const rawJson = (body: string): Pick<AttackRequest, 'body' | 'headers'> => ({
  body,
  headers: { 'content-type': 'application/json' },
});

/** The number of records to prepare: the full amount times the scale, at least one. */
export const scaled = ({ scale }: World, full: number): number => Math.max(1, Math.round(full * scale));

/** One of the prepared records of a kind. Falls back to `1` when the API refused all of them. */
export const pickRecord = (world: World, random: Random, kind: string): string =>
  random.pick(world.records.get(kind) ?? ['1']);

/** Creates `count` records and stores their ids (or another field) under `kind`. Refusals are part of the attack. */
export const createRecords = async (
  send: Send,
  world: World,
  kind: string,
  count: number,
  make: (nth: number) => AttackRequest,
  field = 'id',
): Promise<void> => {
  const found: string[] = [];
  for (let nth = 0; nth < count; nth++) {
    const { status, body } = await send(make(nth));
    if (status < 300 && body?.[field] !== undefined) found.push(String(body[field]));
  }
  if (found.length > 0) world.records.set(kind, found);
};

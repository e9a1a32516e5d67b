import { setPriority } from 'node:os';
import { createKafkaBus } from '@porchlight/bus';
import { createLogger, systemClock } from '@porchlight/runtime';
import { createRandom } from '../chaos/random';
import { serveOnLoopback } from '@porchlight/tools/src/receiver/loopback-server';
import type { Connection, ConnectionAccount } from '@porchlight/tools/src/send/connection';
import type { SquattedOwner, World } from './attack';
import { createAttackClient } from './attack-client';
import { ATTACKS } from './attack-table';
import { createRateGate, RATE } from './rate-control';

/** Number of responses by status; 0: the connection ended before a response. */
export type Statuses = Readonly<Record<string, number>>;

/** An unexpected response, with enough to send the request again. */
export interface Example {
  readonly attack: string;
  readonly status: number;
  readonly request: string;
  readonly response: string;
}

/** Result of one attack. */
export interface AttackOutcome {
  readonly sent: number;
  /** Requests without a response one second after the attack ended; they were cancelled. */
  readonly cut: number;
  readonly statuses: Statuses;
  /** Message of the first response from 400 to 499; shows whether the attack reached the limit that it aims at. */
  readonly refusal?: string;
  readonly examples: readonly Example[];
}

/** What the process is started with. */
export interface AttackPlan {
  readonly connection: Connection;
  readonly account: ConnectionAccount;
  readonly owner: SquattedOwner;
  readonly run: string;
  readonly seed: number;
  readonly scale: number;
}

/** An order to the process of the attackers. `rate`, requests per second, has no result. */
export type Order =
  | { readonly plan: AttackPlan }
  | { readonly rate: number }
  | { readonly prepare: readonly string[] }
  | { readonly attack: string; readonly ms: number }
  | { readonly check: string };

const PUBLISH_TIMEOUT_MS = 5_000;
const CLIENTS = 50;
const BURST = 10;
const MAX_EXAMPLES = 3;
/** Connections that each client holds open in an attack of slow connections. */
const HELD_PER_CLIENT = 8;
/**
 * After an attack its open requests may still end; then they are cancelled, so that they do not count for the next one.
 */
const GRACE_MS = 1_000;
const SLOW_RESPONSE_MS = 2_000;
/** Niceness of the attackers: on a machine shared with the stack, the stack is served first. */
const NICENESS = 10;
/** Records that attacks share. */
const PEOPLE = 20;

/** The role of the attackers, in a process of their own, so that their work delays no measurement. */
export const serveAttacks = () => {
  const gate = createRateGate(BURST);
  let session: Session | undefined;
  return (order: Order): Promise<unknown> | void => {
    if ('rate' in order) return gate.setRate(order.rate);
    if ('plan' in order) {
      setPriority(NICENESS);
      return openSession(order.plan, gate).then((opened) => void (session = opened));
    }
    if ('check' in order) return session!.check(order.check);
    return 'prepare' in order ? session!.prepare(order.prepare) : session!.attack(order.attack, order.ms);
  };
};

interface Session {
  prepare(names: readonly string[]): Promise<void>;
  attack(name: string, ms: number): Promise<AttackOutcome>;
  /** What the attack changed although it must not. */
  check(name: string): Promise<readonly string[]>;
}

const openSession = async (plan: AttackPlan, gate: ReturnType<typeof createRateGate>): Promise<Session> => {
  const { connection, account, owner, run, seed, scale } = plan;
  const clients = Array.from({ length: CLIENTS }, (_, nth) => createAttackClient(connection, account, nth));
  const slow = await serveOnLoopback(connection.receiverTls, (request, response) => {
    request.resume();
    setTimeout(() => response.writeHead(200).end(), SLOW_RESPONSE_MS);
  });
  const bus = createKafkaBus({
    brokers: [...(connection.kafkaBrokers ?? [])],
    clientId: 'stranger',
    logger: createLogger({ service: 'abuse', level: 'silent' }),
    clock: systemClock,
  });
  const publish: World['publish'] = (topic, messages) =>
    bus.publish(topic, messages, { timeoutMs: PUBLISH_TIMEOUT_MS }).catch(() => undefined);
  const records = new Map<string, string[]>();
  const world: World = { run, scale, owner, accountId: account.id, publish, slowReceiver: slow.url, records };
  const send = clients[0]!.send;

  return {
    async prepare(names) {
      const people: string[] = [];
      for (let nth = 0; nth < PEOPLE; nth++) {
        const body = JSON.stringify({ firstName: 'Target', emails: [{ value: `target.${nth}.${run}@example.com` }] });
        const made = await send({
          method: 'POST',
          path: '/v1/people',
          headers: { 'content-type': 'application/json' },
          body,
        });
        if (made.body?.['id'] !== undefined) people.push(String(made.body['id']));
      }
      if (people.length === 0) throw new Error('The attacking account cannot create people.');
      world.records.set('people', people);
      for (const attack of ATTACKS) if (names.includes(attack.name)) await attack.prepare?.(send, world);
    },
    check: async (name) => (await ATTACKS.find((one) => one.name === name)?.check?.(send, world)) ?? [],
    async attack(name, ms) {
      const attack = ATTACKS.find((one) => one.name === name)!;
      gate.setRate(RATE.first);
      const statuses: Record<string, number> = {};
      const examples: Example[] = [];
      let sent = 0;
      let cut = 0;
      let refusal: string | undefined;
      const over = AbortSignal.timeout(Math.round(ms));
      const cancelled = AbortSignal.timeout(Math.round(ms) + GRACE_MS);
      const count = (status: number): void => void (statuses[status] = (statuses[status] ?? 0) + 1);
      const work = async (client: (typeof clients)[number], nth: number): Promise<void> => {
        const random = createRandom(seed ^ hash(`${name} ${nth}`));
        while (await gate.pass(over)) {
          const request = attack.next(random, world);
          sent += 1;
          if ((request.pace ?? 'normal') !== 'normal') {
            count(await client.hold(request, over));
            continue;
          }
          const response = await client.send(request, cancelled);
          if (response.status === 0 && cancelled.aborted) return void (cut += 1);
          count(response.status);
          if (response.status >= 400 && response.status < 500) refusal ??= JSON.stringify(response.body)?.slice(0, 160);
          if (response.status >= 500 && response.status !== 503 && examples.length < MAX_EXAMPLES)
            examples.push({
              attack: name,
              status: response.status,
              request: describe(request),
              response: JSON.stringify(response.body)?.slice(0, 300) ?? '',
            });
        }
      };
      const held = attack.next(createRandom(seed), world).pace === undefined ? 1 : HELD_PER_CLIENT;
      await Promise.all(
        clients.flatMap((client, nth) => Array.from({ length: held }, (_, at) => work(client, nth * held + at))),
      );
      return { sent, cut, statuses, examples, ...(refusal !== undefined && { refusal }) };
    },
  };
};

const describe = ({
  method,
  path,
  as = 'attacker',
  body,
}: {
  method: string;
  path: string;
  as?: string;
  body?: string | Buffer;
}): string =>
  `${method} ${path.slice(0, 200)} as ${as}, ${body?.length ?? 0} bytes: ${String(body ?? '').slice(0, 80)}`;

/** FNV-1a of 32 bits: every client of every attack has its own sequence. */
const hash = (text: string): number =>
  [...text].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261);

import { GATEWAY, mayPerform, type VerifiedToken } from '@porchlight/access';
import { invalidBody, isRefusal, type Refusal, refuse } from '@porchlight/errors';
import type { IdempotencyStore } from '@porchlight/idempotency';
import type { Clock, Tracing } from '@porchlight/runtime';
import type { CallObserver } from './call-observer';
import { DeadlineTimer } from '../deadline-timer';
import { DEFAULT_TIMEOUT_MS, MAX_MESSAGE_BYTES, MAX_MESSAGE_TEXT, MAX_TIMEOUT_MS } from '../rpc-limits';
import type { ServerCall } from './server-call';
import { beginCall } from '../trace-calls';

/** Verifies internal tokens; see createTokenVerifier of libs/access. */
export interface Verifier {
  verify(token: string): Promise<VerifiedToken>;
}

/** Paths of the methods that services other than the gateway may call. A service without an entry may call none. */
export type ServiceCalls = Readonly<Record<string, readonly string[]>>;

const mayCall = (calls: ServiceCalls, issuer: string, path: string): boolean =>
  issuer === GATEWAY || (Object.hasOwn(calls, issuer) && calls[issuer]!.includes(path));

/** Runs calls of both transports: token, role, handler, response, deadline, concurrency. */
export class CallRunner {
  readonly #deadlines: DeadlineTimer;
  /** Running calls; one that ignores its signal keeps its slot until it ends. */
  readonly #running = new Set<ServerCall>();
  #draining = false;
  #idle: (() => void) | undefined;

  constructor(
    private readonly verifier: Verifier,
    private readonly serviceCalls: ServiceCalls,
    private readonly observer: CallObserver,
    private readonly clock: Clock,
    private readonly maxConcurrent: number,
    private readonly idempotencyStore?: IdempotencyStore,
    private readonly tracing?: Tracing,
  ) {
    this.#deadlines = new DeadlineTimer(clock, (now) => this.#sweep(now));
  }

  get running(): number {
    return this.#running.size;
  }

  /** The deadline of a call, ms since the epoch; the requested timeout is limited. */
  computeDeadline(timeoutMs: number): number {
    return this.clock.now() + Math.min(timeoutMs || DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS);
  }

  start(call: ServerCall, payload: Uint8Array, token: string): void {
    if (this.#draining || this.#running.size >= this.maxConcurrent) {
      this.refuse(call, refuse('UNAVAILABLE'));
      return;
    }
    this.#running.add(call);
    this.#deadlines.watch(call.deadline);
    if (this.tracing !== undefined) call.span = beginCall(this.tracing, call);
    if (call.span === undefined) void this.#run(call, payload, token);
    else void call.span.run(() => this.#run(call, payload, token));
  }

  /** Reports a call of an unknown method: the builds of caller and server differ. */
  reportUnknown(path: string): void {
    this.observer.reportUnknown(path);
  }

  /** Ends a call with a refusal unless it already has a response. */
  refuse(call: ServerCall, refusal: Refusal, fault?: unknown): void {
    if (call.done) return;
    call.done = true;
    this.observer.observe(call, refusal.reason, fault);
    call.sink.refuse(call, refusal);
  }

  /** Cancels a call after its caller disconnected: aborts the handler, sends no response. */
  cancel(call: ServerCall): void {
    if (call.done) return;
    call.done = true;
    this.observer.observe(call, 'CANCELLED');
    call.abort();
  }

  /** Refuses new calls; resolves when the running ones have ended. */
  drain(): Promise<void> {
    this.#draining = true;
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => (this.#idle = resolve));
  }

  /** Aborts the remaining calls. */
  abandon(): void {
    for (const call of this.#running) {
      const refusal = refuse('UNAVAILABLE');
      this.refuse(call, refusal);
      call.abort(refusal);
    }
    this.#deadlines.stop();
  }

  async #run(call: ServerCall, payload: Uint8Array, token: string): Promise<void> {
    try {
      const { method } = call;
      if (payload.length > MAX_MESSAGE_BYTES) throw refuse('BODY_TOO_LARGE', { limit: MAX_MESSAGE_TEXT });
      if (token !== '') {
        const { actor, issuer } = await this.verifier.verify(token);
        if (!mayCall(this.serviceCalls, issuer, method.path)) throw refuse('SERVICE_CALL', { issuer });
        call.verified = actor;
      } else if (!method.isPublic) throw refuse('UNAUTHENTICATED');
      if (method.roles !== undefined) requireRole(call, method.roles);
      if (call.done) return;
      const work = (): Promise<Uint8Array> => runHandler(call, payload);
      const bytes = await (call.idempotencyKey === '' ? work() : this.#once(call, work));
      if (call.done) return;
      if (bytes.length > MAX_MESSAGE_BYTES) throw refuse('RESPONSE_TOO_LARGE', { limit: MAX_MESSAGE_TEXT });
      call.done = true;
      this.observer.observe(call, 'ok');
      call.sink.answer(call, bytes);
    } catch (error) {
      if (isRefusal(error)) this.refuse(call, error);
      else this.refuse(call, refuse('INTERNAL'), error);
    } finally {
      this.#running.delete(call);
      if (this.#idle !== undefined && this.#running.size === 0) this.#idle();
    }
  }

  /** Runs a call with an idempotency key; without a store it runs like other calls. */
  async #once(call: ServerCall, work: () => Promise<Uint8Array>): Promise<Uint8Array> {
    if (this.idempotencyStore === undefined || call.verified === undefined) return work();
    const { idempotencyKey: key, fingerprint, signal } = call;
    const result = await this.idempotencyStore.run(
      { accountId: call.verified.accountId, key, fingerprint, signal },
      (once) => {
        call.idempotency = once;
        return work();
      },
    );
    call.replayed = result.replayed;
    return result.response;
  }

  #sweep(now: number): number {
    let earliest = Infinity;
    for (const call of this.#running) {
      if (call.done) continue;
      if (call.deadline > now) {
        if (call.deadline < earliest) earliest = call.deadline;
        continue;
      }
      const refusal = refuse('DEADLINE');
      this.refuse(call, refusal);
      call.abort(refusal);
    }
    return earliest;
  }
}

function requireRole(call: ServerCall, roles: NonNullable<ServerCall['method']['roles']>): void {
  const role = call.verified?.role;
  if (role === undefined) throw refuse('UNAUTHENTICATED');
  if (!mayPerform(role, roles)) throw refuse('FORBIDDEN', { role });
}

const runHandler = async (call: ServerCall, payload: Uint8Array): Promise<Uint8Array> =>
  call.method.encode(await call.method.handle(decodeRequest(call, payload), call));

/** A request that cannot be decoded is an error of the caller, not a fault. */
function decodeRequest(call: ServerCall, payload: Uint8Array): unknown {
  try {
    return call.method.decode(payload);
  } catch {
    throw invalidBody(`The message of ${call.operation} cannot be decoded.`);
  }
}

import type { ChannelConnection } from './channel-connection';
import type { CallFrame } from '../stream/call-frame';
import type { ClientMethod, IdempotencyKey } from './client-call';

/** The parts of a channel that a pending call uses. */
interface Canceller {
  cancel(call: PendingCall): void;
}

/** A call on the client, from sending to reply. It is also the frame that is sent. */
export class PendingCall implements CallFrame {
  readonly cancel = false;
  token = '';
  /** When the caller stops waiting, ms since the epoch. */
  deadline = 0;
  /** The connection of the call. */
  connection!: ChannelConnection;
  resolve!: (response: unknown) => void;
  reject!: (error: unknown) => void;
  #canceller: Canceller | undefined;

  constructor(
    readonly correlation: number,
    readonly method: ClientMethod,
    readonly payload: Uint8Array,
    readonly timeoutMs: number,
    readonly traceparent: string,
    readonly requestId: string,
    readonly suppressOwn: boolean,
    readonly key: IdempotencyKey | undefined,
    readonly signal: AbortSignal | undefined,
  ) {}

  get path(): string {
    return this.method.path;
  }

  get idempotencyKey(): string {
    return this.key === undefined ? '' : this.key.key;
  }

  get fingerprint(): string {
    return this.key === undefined ? '' : this.key.fingerprint;
  }

  /** Cancels the call when its signal aborts. The call itself is the listener, which saves a closure. */
  watchSignal(canceller: Canceller): void {
    if (this.signal === undefined) return;
    this.#canceller = canceller;
    this.signal.addEventListener('abort', this);
  }

  handleEvent(): void {
    this.#canceller?.cancel(this);
  }

  /** Call it after the call has ended, for any reason. */
  settle(): void {
    if (this.#canceller !== undefined) this.signal?.removeEventListener('abort', this);
  }
}

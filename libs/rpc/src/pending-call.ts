import type { ChannelConnection } from './channel-connection';
import type { CallFrame } from './frames/call-frame';
import type { ClientMethod, IdempotencyKey } from './rpc-client';

/** What a pending call needs of its channel. */
interface Canceller {
  cancel(call: PendingCall): void;
}

/** A call on the client, from its sending until its reply. It is also the frame that is sent. */
export class PendingCall implements CallFrame {
  readonly cancel = false;
  token = '';
  /** When the caller stops waiting, ms since the epoch. */
  deadline = 0;
  /** The one that carries it. */
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

  /** Gives the call up when its signal aborts. The call itself listens, which spares a closure. */
  watchSignal(canceller: Canceller): void {
    if (this.signal === undefined) return;
    this.#canceller = canceller;
    this.signal.addEventListener('abort', this);
  }

  handleEvent(): void {
    this.#canceller?.cancel(this);
  }

  /** To be called when the call has ended, however it did. */
  settle(): void {
    if (this.#canceller !== undefined) this.signal?.removeEventListener('abort', this);
  }
}

import { MAX_BATCH_BYTES, MAX_WAITING_BYTES } from '../rpc-limits';

/** Overhead of a frame besides its payload, bytes; only used to limit a batch. */
const FRAME_OVERHEAD = 512;

/** The writing side of a gRPC stream. */
interface FrameSink<F> {
  write(frames: readonly F[], callback: () => void): boolean;
}

/**
 * Collects frames and writes them as one stream message after the running callback and the promises that it settled
 * (process.nextTick: measured against queueMicrotask, which batches less, and setImmediate, which waits a whole turn of
 * the event loop and costs a second wake-up). While a message is being written, frames are queued, so that a slow peer
 * gets fewer, larger messages. The limit of waiting calls limits the queue.
 */
export class FrameOutbox<F extends { readonly payload: Uint8Array }> {
  readonly #flush = (): void => this.#onFlush();
  readonly #written = (): void => this.#onWritten();
  #frames: F[] = [];
  #bytes = 0;
  #scheduled = false;
  #writing = false;
  #closed = false;

  /** @param onRoom called when there is room again after the outbox was full. */
  constructor(
    private readonly sink: FrameSink<F>,
    private readonly onRoom?: () => void,
  ) {}

  /** True if the peer reads slowly and the buffer is full; the producer must pause. */
  get full(): boolean {
    return this.#bytes > MAX_WAITING_BYTES;
  }

  push(frame: F): void {
    if (this.#closed) return;
    this.#frames.push(frame);
    this.#bytes += frame.payload.length + FRAME_OVERHEAD;
    if (!this.#scheduled && !this.#writing) this.#schedule();
  }

  /** Drops queued frames; later frames are ignored. */
  close(): void {
    this.#closed = true;
    this.#frames = [];
    this.#bytes = 0;
  }

  /** Writes queued frames at once. */
  flush(): void {
    if (this.#frames.length > 0 && !this.#writing) this.#write();
  }

  #schedule(): void {
    this.#scheduled = true;
    process.nextTick(this.#flush);
  }

  #onFlush(): void {
    this.#scheduled = false;
    if (this.#frames.length > 0 && !this.#closed && !this.#writing) this.#write();
  }

  #write(): void {
    const wasFull = this.full;
    const count = this.#batchSize();
    const batch = count === this.#frames.length ? this.#frames : this.#frames.slice(0, count);
    this.#frames = count === this.#frames.length ? [] : this.#frames.slice(count);
    for (let i = 0; i < batch.length; i++) this.#bytes -= batch[i]!.payload.length + FRAME_OVERHEAD;
    this.#writing = true;
    this.sink.write(batch, this.#written);
    if (wasFull && !this.full) this.onRoom?.();
  }

  #onWritten(): void {
    this.#writing = false;
    if (this.#frames.length > 0 && !this.#closed && !this.#scheduled) this.#schedule();
  }

  /** Number of queued frames that fit into the next message. */
  #batchSize(): number {
    let bytes = 0;
    for (let i = 0; i < this.#frames.length; i++) {
      bytes += this.#frames[i]!.payload.length + FRAME_OVERHEAD;
      if (bytes > MAX_BATCH_BYTES) return Math.max(1, i);
    }
    return this.#frames.length;
  }
}

/** A process or container that the launcher supervises. */
export interface Supervised {
  readonly name: string;
  /** The current process id; undefined while it is down or unknown. */
  readonly pid: number | undefined;
  /** Starts it and resolves when it is ready for the first time; rejects with advice if it cannot start. */
  start(): Promise<void>;
  /** Stops it in order, or kills it after the time limit. */
  stop(): Promise<void>;
}

/** Events of a process or container. */
export interface ProcessEvents {
  /** A process was started (not yet ready). */
  started(name: string, pid: number): void;
  /** It is ready; `restarts` counts from 0. */
  ready(name: string, restarts: number, afterMs: number): void;
  /** It ended unexpectedly. */
  died(name: string, how: string): void;
  /** It ended, expectedly or not. */
  ended(name: string, pid: number): void;
}

/** Something the launcher keeps running: a process or a container. */
export interface Kept {
  readonly name: string;
  /** Its current process id; undefined while it is down or if the system cannot determine it. */
  readonly pid: number | undefined;
  /** Starts it and resolves when it is ready for the first time; rejects with advice when it cannot be. */
  start(): Promise<void>;
  /** Stops it in order, by force when it takes too long. */
  stop(): Promise<void>;
}

/** Events of a process or container. */
export interface KeptEvents {
  /** A process was started (not yet ready). */
  started(name: string, pid: number): void;
  /** It is ready; `restarts` counts from 0. */
  ready(name: string, restarts: number, afterMs: number): void;
  /** It ended without being asked to. */
  died(name: string, how: string): void;
  /** It ended, asked or not. */
  ended(name: string, pid: number): void;
}

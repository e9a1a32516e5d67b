import type { Connection, ConnectionAccount } from '@porchlight/tools/src/send/connection';
import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import type { BenchLeads } from './leads';

export interface BenchOptions {
  readonly seconds: number;
  readonly runs: number;
  readonly connections: number;
  /** Parts to run; empty means all that need no large account. */
  readonly only: readonly string[];
  readonly connection: string;
  /** People of the large account of part `scale`. */
  readonly people: number;
  /** Pending deliveries, part `backlog`. */
  readonly pending: number;
  /** Also measures the servers of other projects. */
  readonly peers: boolean;
}

/** The running stack, one of its accounts and the options, for each part of the bench. */
export interface BenchContext {
  readonly options: BenchOptions;
  readonly connection: Connection;
  readonly account: ConnectionAccount;
  readonly client: ServiceClient;
  readonly leads: BenchLeads;
  readonly say: (line: string) => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
}

import { parseAllowList } from '../src/allow-list';
import { createEgressClient, type EgressOptions, type EgressOutcome } from '../src/egress-client';
import type { Lookup } from '../src/resolve-host';

export const toLoopback: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];
/** A public address, to which no test may connect. */
export const toPublic: Lookup = async () => [{ address: '93.184.216.34', family: 4 }];

export const failed = (error: string): EgressOutcome => ({ kind: 'failed', error });
export const answered = (status: number) => ({ kind: 'answered', status });

/** Clients with short timeouts that may reach this machine and trust a CA, closed after each test. */
export const useClients = (getCa?: () => string) => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(() => Promise.all(open.splice(0).map((client) => client.close())));
  return (options: Partial<EgressOptions> = {}, allow = ['localhost']) => {
    const client = createEgressClient({
      lookup: toLoopback,
      allowList: parseAllowList(allow),
      timeoutMs: 500,
      connectTimeoutMs: 500,
      totalTimeoutMs: 1_000,
      connectionsPerOrigin: 2,
      ...(getCa && { extraCa: getCa() }),
      ...options,
    });
    open.push(client);
    return {
      ...client,
      post: (url: string, headers: Record<string, string> = {}, body = '{}') => client.post(url, headers, body),
    };
  };
};

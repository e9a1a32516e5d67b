import { startServers, type ServerName, type Servers } from './start-servers';

/** Passes the servers to global-teardown.ts: jest runs both in one process. */
export const shared = globalThis as { testServers?: Servers[] };

/** Starts the servers that `globals.servers` of a project's jest.config.js names. */
export default async function setUp(_all: object, { globals }: { globals: { servers?: ServerName[] } }): Promise<void> {
  const servers = await startServers(globals.servers ?? []);
  (shared.testServers ??= []).push(servers);
  console.error(servers.report);
}

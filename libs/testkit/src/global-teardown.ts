import { shared } from './global-setup';

/** Stops the servers of global-setup.ts. */
export default async function tearDown(): Promise<void> {
  for (const servers of shared.testServers?.splice(0) ?? []) await servers.stop();
}

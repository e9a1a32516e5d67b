import { Command } from 'commander';
import { projectRoot } from '@porchlight/tools/src/launcher/project-root';
import { installPeer } from './install-peer';
import { PEERS } from './peers';

async function installPeers(): Promise<void> {
  try {
    for (const peer of PEERS) await installPeer(projectRoot(), peer, (line) => console.log(line));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  } finally {
    if (process.connected) process.disconnect();
  }
}

void new Command('peers')
  .description(`Installs what 'npm run bench -- --peers' measures: ${PEERS.map(({ name }) => name).join(', ')}.`)
  .action(installPeers)
  .parseAsync();

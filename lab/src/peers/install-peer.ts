import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '@porchlight/tools/src/launcher/run-program';
import { PEER_FILES, peerFolder, peerSource, type Peer } from './peers';

/** npm prints nothing while it downloads; two cores that others use too. */
const INSTALL_MS = 30 * 60_000;

/** Installs the locked packages of a peer in a folder of its own, without install scripts, unless they are there. */
export async function installPeer(root: string, peer: Peer, say: (line: string) => void): Promise<void> {
  const folder = peerFolder(root, peer);
  if (existsSync(folder)) return say(`${peer.name} is installed.`);
  const began = Date.now();
  say(`installing ${peer.name} …`);
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    for (const file of PEER_FILES) copyFileSync(join(peerSource(root, peer), file), join(draft, file));
    await runProgram('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: draft,
      env: outsideOfWorkspace(process.env),
      timeoutMs: INSTALL_MS,
      quietMs: INSTALL_MS,
    });
    // An interrupted installation leaves only a draft.
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  say(`installed ${peer.name} in ${Math.round((Date.now() - began) / 1_000)} s`);
}

/** The environment without the workspace and folder of `npm run -w lab`: npm would use them in place of `cwd`. */
export const outsideOfWorkspace = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_config_(workspace|local_prefix)/.test(name)));

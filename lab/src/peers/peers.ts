import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolProblem } from '@porchlight/tools/src/send/connection';

/** A server of another project that the bench measures beside the stack. */
export interface Peer {
  readonly name: string;
  /** Folder of lab/peers with the lock file of its packages. */
  readonly source: string;
}

export const PARSE_SERVER: Peer = { name: 'Parse Server', source: 'parse-server' };

/** All peers. */
export const PEERS: readonly Peer[] = [PARSE_SERVER];

/** Files of npm that name the packages of a peer. */
export const PEER_FILES = ['package.json', 'package-lock.json'] as const;

export const peerSource = (root: string, { source }: Peer): string => join(root, 'lab', 'peers', source);

/** Folder of the installed packages of a peer; other versions have another folder. */
export const peerFolder = (root: string, peer: Peer): string => {
  const hash = createHash('sha256');
  for (const file of PEER_FILES) hash.update(readFileSync(join(peerSource(root, peer), file)));
  return join(root, '.cache', 'peers', `${peer.source}-${hash.digest('hex').slice(0, 12)}`);
};

/** The folder of an installed peer. Throws a ToolProblem with the command that installs it. */
export const requirePeer = (root: string, peer: Peer): string => {
  const folder = peerFolder(root, peer);
  if (existsSync(folder)) return folder;
  throw new ToolProblem(
    `${peer.name} is not installed in the version that this bench measures: install it with 'npm run peers -w lab', then try again.`,
  );
};

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '@porchlight/tools/test/scratch-folder';
import { outsideOfWorkspace } from './install-peer';
import { PARSE_SERVER, PEERS, peerFolder, peerSource, requirePeer } from './peers';

const ROOT = join(__dirname, '..', '..', '..');

interface Lock {
  readonly packages: Record<string, { version?: string; integrity?: string; resolved?: string }>;
}

describe('peers', () => {
  const root = scratchFolder();
  const source = peerSource(root, PARSE_SERVER);
  beforeEach(() => cpSync(peerSource(ROOT, PARSE_SERVER), source, { recursive: true }));

  it('given a peer that is not installed, when it is required, then a sentence names the command that installs it', () => {
    expect(() => requirePeer(root, PARSE_SERVER)).toThrow(
      /^Parse Server is not installed.*'npm run peers -w lab', then try again\.$/,
    );
  });

  it('given an installed peer, when its lock file changes, then it is not installed', () => {
    mkdirSync(peerFolder(root, PARSE_SERVER), { recursive: true });
    expect(requirePeer(root, PARSE_SERVER)).toBe(peerFolder(root, PARSE_SERVER));
    writeFileSync(join(source, 'package-lock.json'), '{}');
    expect(() => requirePeer(root, PARSE_SERVER)).toThrow('not installed');
  });

  it.each(PEERS.map((peer) => [peer.name, peer] as const))(
    '%s has exact versions with hashes, and names no registry',
    (_name, peer) => {
      const read = (file: string): string => readFileSync(join(peerSource(ROOT, peer), file), 'utf8');
      const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
      const { packages } = JSON.parse(read('package-lock.json')) as Lock;
      expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
      const installed = Object.keys(dependencies).map((name) => packages[`node_modules/${name}`]?.version);
      expect(installed).toEqual(Object.values(dependencies));
      const others = Object.entries(packages).filter(([path]) => path !== '');
      expect(others.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
      expect(others.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
    },
  );

  it('given variables of npm in a workspace, then npm gets those of the user only', () => {
    const user = { PATH: '/bin', npm_config_registry: 'r', npm_config_cache: 'c' };
    const workspace = { npm_config_workspace: 'lab', npm_config_local_prefix: '/p' };
    expect(outsideOfWorkspace({ ...user, ...workspace })).toEqual(user);
  });
});

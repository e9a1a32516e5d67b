import { existsSync } from 'node:fs';
import { readBackendChoice } from '@porchlight/tools/src/launcher/backend-choice';
import { findProgram } from '@porchlight/tools/src/launcher/find-program';
import { areProgramsBuilt } from './binaries';
import { findCniPlugins } from './node';

const PROGRAMS = [
  'containerd',
  'ctr',
  'runc',
  'containerd-shim-runc-v2',
  'iptables',
  'ipset',
  'conntrack',
  'ip',
  'unshare',
  'go',
  'mvn',
  'tar',
] as const;

/** What this machine lacks to run the cluster, one line each; empty if nothing. */
export function listMissingRequirements(): string[] {
  if (process.platform !== 'linux' || process.arch !== 'x64') return ['Linux on x86-64'];
  return [
    ...(process.getuid?.() === 0 ? [] : ['root']),
    ...PROGRAMS.filter((name) => findProgram(name) === undefined).map((name) => `the program ${name}`),
    ...(findCniPlugins() === undefined ? ['the CNI plugins (containernetworking-plugins)'] : []),
    ...(existsSync('/proc/sys/net/bridge/bridge-nf-call-iptables') ? [] : ['the kernel module br_netfilter']),
  ];
}

/** Builds the programs of the cluster in tests, although the download cache lacks them. */
const BUILD_VARIABLE = 'PORCHLIGHT_CLUSTER';

/** Why the tests of the cluster cannot run here without a long build; empty if they can. */
export function explainAbsence(root: string, downloads: string): string[] {
  const missing = listMissingRequirements();
  if (missing.length > 0) return [`this machine lacks ${missing.join(', ')}`];
  const { kafka, database } = readBackendChoice();
  if (kafka.kind !== 'native' || database.kind !== 'secantus') return ['it needs the embedded Kafka and database'];
  if (process.env[BUILD_VARIABLE] === 'true' || areProgramsBuilt(root, downloads)) return [];
  return [
    `its programs are not in the download cache; "npm run cluster -w lab -- up" or ${BUILD_VARIABLE}=true builds them`,
  ];
}

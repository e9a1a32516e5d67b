import { existsSync } from 'node:fs';
import { findProgram } from '../launcher/find-program';
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

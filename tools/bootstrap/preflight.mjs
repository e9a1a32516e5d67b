import { existsSync, statfsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { run } from './command.mjs';
import { findProgram } from './paths.mjs';

/**
 * Checks of the first second, before anything is installed, downloaded or built. Each returns one sentence that says
 * what is missing and what to do, or undefined.
 */

const CONNECT_MS = 3_000;
const NPM_MS = 20_000;
const DEFAULT_PORT = 8_443;
const MAX_PORT = 65_535;
const FIRST_FREE_FOR_ALL = 1_024;
const MEGABYTE = 1_000_000;

/** The value of an option of the command line, as `--name value` or `--name=value`. */
export function readOption(args, name) {
  const index = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  if (index < 0) return undefined;
  return args[index] === name ? args[index + 1] : args[index].slice(name.length + 1);
}

/** The HTTPS port is free, on all interfaces. */
export async function findPortProblem(args, dataFolder) {
  const text = readOption(args, '--port') ?? String(DEFAULT_PORT);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > MAX_PORT)
    return `'${text}' is no port: use --port with 1 to ${MAX_PORT}, or 0 for any free port.`;
  // The launcher reports a stack that runs on this folder, and ends what a crashed one has left.
  if (port === 0 || existsSync(join(dataFolder, 'run.json'))) return undefined;
  const code = await tryToListen(port);
  if (code === undefined) return undefined;
  if (code === 'EACCES')
    return `This user may not listen on port ${port}: choose one above ${FIRST_FREE_FOR_ALL}, for example npm start -- --port ${DEFAULT_PORT}.`;
  const other = port < MAX_PORT ? port + 1 : DEFAULT_PORT;
  return `Port ${port} is taken by another program: end it, or choose another port, for example npm start -- --port ${other}.`;
}

/** The code of the error, or undefined if the port is free. */
function tryToListen(port) {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', ({ code }) => resolve(code));
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** npm is on the PATH. */
export const findNpmProblem = () =>
  findProgram('npm')
    ? undefined
    : 'npm is missing: install Node 20 or newer together with npm (https://nodejs.org), then try again.';

/** The registry of npm can be reached, if necessary through the proxy. Only used if something must be downloaded. */
export async function findNetworkProblem(env = process.env) {
  const npm = findProgram('npm');
  if (!npm) return undefined;
  const names = ['registry', 'https-proxy', 'proxy'];
  const { code, output } = await run(npm, ['config', 'get', ...names], { timeoutMs: NPM_MS });
  if (code !== 0) return undefined;
  const settings = Object.fromEntries(output.split('\n').map((line) => /^([\w-]+)=(.*)$/.exec(line)?.slice(1) ?? []));
  const proxies = [settings['https-proxy'], settings.proxy, env.HTTPS_PROXY, env.https_proxy, env.HTTP_PROXY];
  const proxy = proxies.find((value) => value && value !== 'null');
  const address = proxy ?? settings.registry;
  const problem = await tryToConnect(address);
  if (problem === undefined) return undefined;
  const name = proxy ? `The proxy ${hide(proxy)}` : `The npm registry ${hide(address)}`;
  return `${name} cannot be reached (${problem}): connect this machine to the network, or set a registry or proxy that it reaches (npm config set registry URL), then try again.`;
}

/** An address without the password in it. */
const hide = (address) => address.replace(/\/\/[^@/]*@/, '//');

/** The problem of a connection, or undefined. An address that cannot be parsed is left to npm. */
function tryToConnect(address) {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) || (protocol === 'http:' ? 80 : 443) });
    const end = (problem) => {
      socket.destroy();
      resolve(problem);
    };
    socket.setTimeout(CONNECT_MS, () => end('no response'));
    socket.once('connect', () => end(undefined));
    socket.once('error', ({ code, message }) => end(code || message));
  });
}

/** The disks have space for what will be written: `needs` has folders and megabytes. */
export function findDiskProblem(needs, freeMegabytes = measureFree) {
  const disks = new Map();
  for (const { folder, megabytes } of needs) {
    const { disk, free } = freeMegabytes(folder);
    const { sum = 0 } = disks.get(disk) ?? {};
    disks.set(disk, { folder, free, sum: sum + megabytes });
  }
  const full = [...disks.values()].find(({ free, sum }) => free < sum);
  if (!full) return undefined;
  return `The disk of ${full.folder} has ${Math.floor(full.free)} MB free and needs ${full.sum} MB: free some space, or use another disk (--data DIR for data, PORCHLIGHT_CACHE_DIR for downloads).`;
}

/** The free space of the disk on which a folder is or will be. */
function measureFree(folder) {
  const present = nearest(resolve(folder));
  const { type, blocks, bavail, bsize } = statfsSync(present);
  return { disk: `${type} ${blocks} ${bsize}`, free: (bavail * bsize) / MEGABYTE };
}

const nearest = (folder) => (existsSync(folder) ? folder : nearest(dirname(folder)));

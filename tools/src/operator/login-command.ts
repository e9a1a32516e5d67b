import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { createPorchlight } from '@porchlight/sdk';
import { resolveFromCaller } from '../launcher/project-root';
import { toClientOptions } from './api-target';
import { printRecord, printRecords } from './print';
import { findProfilesFile, readProfiles, writeProfiles, type Profile } from './profiles';
import type { TargetOptions } from './target';

const DEFAULT_NAME = 'default';

interface Flags extends TargetOptions {
  readonly profile: string;
  readonly url?: string;
  readonly apiKey?: string;
  readonly system?: string;
  readonly systemKey?: string;
  readonly ca?: string;
}

/** Adds `login`, `logout` and `profiles`: credentials that stay on this machine. */
export function addLoginCommands(program: Command): void {
  const name = new Option('--profile <name>', 'name of the profile').env('PORCHLIGHT_PROFILE').argParser(readName);
  program
    .command('login')
    .description('store address and API key as a profile, after a test request')
    .addOption(name)
    .addOption(new Option('--url <url>', 'address of the service').env('PORCHLIGHT_URL').argParser(readAddress))
    .addOption(new Option('--api-key <key>', 'API key (default: it is asked for)').env('PORCHLIGHT_API_KEY'))
    .addOption(new Option('--system <name>', 'name of your registered system').env('PORCHLIGHT_SYSTEM'))
    .addOption(new Option('--system-key <key>', 'its key (default: it is asked for)').env('PORCHLIGHT_SYSTEM_KEY'))
    .addOption(new Option('--ca <file>', 'certificate authority to trust beside the usual ones').env('PORCHLIGHT_CA'))
    .addHelpText(
      'after',
      `
Keys are not printed. They are stored in ${findProfilesFile({ HOME: '~' })}, which only you can read.

Examples:
  porchlight login --url https://api.porchlight.example
  porchlight login --profile local --url https://localhost:8443 --ca .local/tls/ca.crt --system "Demo Website"
  echo "$KEY" | porchlight login --url https://api.porchlight.example`,
    )
    .action(async (_flags: object, command: Command) => logIn(command.optsWithGlobals<Flags>()));
  program
    .command('logout')
    .description('delete a profile from this machine; the key stays valid')
    .addOption(name)
    .action((_flags: object, command: Command) => {
      const { profile = readProfiles().current, output } = command.optsWithGlobals<Partial<Flags>>();
      printRecord({ deleted: deleteProfile(profile) }, output);
    });
  program
    .command('profiles')
    .description('list the profiles of this machine, without their keys')
    .option('--use <name>', 'use this one from now on')
    .action((_flags: object, command: Command) => {
      const { use, output } = command.optsWithGlobals<TargetOptions & { use?: string }>();
      if (use !== undefined) selectProfile(use);
      const { current, profiles } = readProfiles();
      const records = Object.entries(profiles).map(([key, { url, system }]) => ({
        name: key,
        url,
        system: system?.name ?? '',
        current: key === current,
      }));
      printRecords(records, ['name', 'url', 'system', 'current'], output);
    });
}

async function logIn(flags: Flags): Promise<void> {
  const { profile: name = DEFAULT_NAME, output } = flags;
  const profile = await readProfile(flags);
  const { account, user } = await createPorchlight(toClientOptions(profile)).users.identity();
  const { profiles } = readProfiles();
  writeProfiles({ current: name, profiles: { ...profiles, [name]: profile } });
  printRecord(
    { profile: name, url: profile.url, account: `${account.id} ${account.name}`, user: user.name, role: user.role },
    output,
  );
}

async function readProfile({ url, apiKey, system, systemKey, ca }: Flags): Promise<Profile> {
  const answers = createQuestions();
  try {
    const address = url ?? readAddress(await answers.ask('Address: '));
    const key = apiKey ?? (await answers.askHidden('API key: '));
    if (key === '') throw new Error('Give an API key: --api-key, PORCHLIGHT_API_KEY or standard input.');
    const keyOfSystem = system === undefined ? '' : (systemKey ?? (await answers.askHidden(`Key of ${system}: `)));
    if (system !== undefined && keyOfSystem === '') throw new Error('Give the key of the system: --system-key.');
    return {
      url: address,
      apiKey: key,
      ...(system !== undefined && { system: { name: system, key: keyOfSystem } }),
      ...(ca !== undefined && { caFile: resolveFromCaller(ca) }),
    };
  } finally {
    answers.close();
  }
}

/** Reads answers, one line each, from the terminal or standard input. Hidden ones are not shown. */
function createQuestions() {
  let isHidden = false;
  const visible = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const isTerminal = process.stdin.isTTY === true;
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  let isClosed = false;
  const reader = createInterface({ input: process.stdin, output: visible, terminal: isTerminal });
  reader.on('line', (line) => {
    const answer = waiting.shift();
    if (answer) answer(line.trim());
    else lines.push(line.trim());
  });
  reader.on('close', () => {
    isClosed = true;
    for (const answer of waiting.splice(0)) answer('');
  });
  reader.on('SIGINT', () => process.exit(130));
  const ask = (question: string): Promise<string> => {
    if (isTerminal) process.stderr.write(question);
    const line = lines.shift();
    if (line !== undefined || isClosed) return Promise.resolve(line ?? '');
    return new Promise((resolve) => waiting.push(resolve));
  };
  return {
    ask,
    askHidden: async (question: string): Promise<string> => {
      isHidden = isTerminal;
      try {
        const line = await ask(question);
        if (isTerminal) process.stderr.write('\n');
        return line;
      } finally {
        isHidden = false;
      }
    },
    close: () => reader.close(),
  };
}

function deleteProfile(name: string | undefined): string {
  const { current, profiles } = readProfiles();
  if (name === undefined || !profiles[name])
    throw new Error('There is no such profile; porchlight profiles lists them.');
  const { [name]: _deleted, ...others } = profiles;
  writeProfiles({ profiles: others, ...(current !== undefined && current !== name && { current }) });
  return name;
}

function selectProfile(name: string): void {
  const { profiles } = readProfiles();
  if (!profiles[name]) throw new Error(`There is no profile '${name}'; porchlight profiles lists them.`);
  writeProfiles({ profiles, current: name });
}

function readName(text: string): string {
  if (/^[\w.-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('A name has letters, digits, points and hyphens, at most 64.');
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Keys are sent with every request: https, or http to this machine. */
function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname)))) return text;
  throw new InvalidArgumentError('Give an https address, such as https://api.porchlight.example.');
}

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../launcher/connection-file';
import { dataFolderAt, openDataFolder, type DataFolder } from '../launcher/data-folder';
import { readJson } from '../launcher/private-file';
import { PROFILE, STACK_CONFIG, tracedOnDemand } from './acceptance';
import { launchStack } from './launch-stack';
import { tryProgram } from '../launcher/run-program';
import { runJest } from './run-jest';
import { sum, type Tally } from '../test/tally';
import { countCheck, type SuiteContext } from './e2e-context';

/**
 * Leads, people, deals, marketing and deliveries: they fill the first stack and, unless others are selected, test the
 * restored one.
 */
const FILES = '/(first-lead|people|deals|marketing|deliveries)\\.spec';
const COMMAND_TIMEOUT_MS = 600_000;
/** Longest time from empty databases to the first lead, for small databases on a slow machine (docs/promises.md). */
const MAX_RECOVERY_MS = 180_000;
/** For background work of tests, such as the deletion of a person's children. */
const CALM = { timeoutMs: 40_000, everyMs: 2_000 } as const;
const SHOWN_DIFFERENCES = 10;

/**
 * Fills a stack with acceptance tests, creates a backup with the command line, restores it into an empty stack,
 * compares all records of all accounts through the API, and runs acceptance tests on the restored stack.
 */
export async function runRestore(context: SuiteContext): Promise<Tally> {
  const scratch = mkdtempSync(join(tmpdir(), 'porchlight-restore-'));
  const [first, second] = [dataFolderAt(join(scratch, 'first')), dataFolderAt(join(scratch, 'second'))];
  const backup = join(scratch, 'backup');
  const erasures = join(scratch, 'erasures.jsonl');
  const tallies: Tally[] = [];
  const check = (name: string, ok: boolean, output: string): boolean => {
    tallies.push(countCheck(context.say, name, ok, output));
    return ok;
  };
  const tests = async (folder: DataFolder, files: string): Promise<void> => {
    const args = ['--config', STACK_CONFIG, '--runInBand', '--testPathPatterns', files];
    tallies.push(await runJest(context, args, { PORCHLIGHT_CONNECTION: folder.connectionFile }));
  };
  try {
    let before: Exported | undefined;
    let erased: ErasedPerson | undefined;
    await withStack(context, first, [], check, async () => {
      await tests(first, FILES);
      before = await calmExport(context, first, scratch);
      const backupRun = await operate(context, first, ['backup', '--to', backup]);
      check('the backup is made', backupRun.ok, backupRun.output);
      context.say(backupRun.output.trimEnd());
      erased = await erasePerson(context, first, before, erasures, check);
    });
    if (!before || tallies.some(({ failed }) => failed > 0)) return sum(tallies);

    openDataFolder(second);
    for (const name of ['keys', basename(first.demoFile)])
      cpSync(join(first.path, name), join(second.path, name), { recursive: true });
    const was = before;
    const began = performance.now();
    await withStack(context, second, ['--restore', backup], check, async () => {
      const restoredMs = performance.now() - began;
      const { missing, added } = compare(was, await calmExport(context, second, scratch));
      check(
        `all ${was.size} records of all accounts are as they were`,
        missing.length + added.length === 0,
        [...missing.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)].join('\n'),
      );
      await checkRecovery(context, second, restoredMs, check);
      if (erased) await checkReplay(context, second, { erased, erasures, scratch }, check);
      await tests(second, context.files ?? FILES);
    });
    return sum(tallies);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface ErasedPerson {
  readonly account: number;
  readonly id: number;
}

const PERSON = /^(\d+) \{"resource":"people","record":\{"id":(\d+),/;

/** Erases a person after the backup, and adds the erasure to the list outside the databases. */
async function erasePerson(
  context: SuiteContext,
  folder: DataFolder,
  exported: Exported,
  erasures: string,
  check: Check,
): Promise<ErasedPerson> {
  const [, account, id] = [...exported].map((line) => PERSON.exec(line)).findLast((match) => match !== null) ?? [];
  const options = ['--account', String(account), '--person', String(id)];
  const erasure = await operate(context, folder, ['person', 'erase', ...options]);
  const listed = await operate(context, folder, ['erasures', 'export', '--to', erasures]);
  check('a person is erased after the backup', erasure.ok && listed.ok, erasure.output + listed.output);
  return { account: Number(account), id: Number(id) };
}

/**
 * Sends the first lead and states the recovery time: from empty databases to a stack that is ready, and the lead. The
 * lead follows the comparison of the records, whose time does not count.
 */
async function checkRecovery(
  context: SuiteContext,
  folder: DataFolder,
  restoredMs: number,
  check: Check,
): Promise<void> {
  const began = performance.now();
  const lead = await operate(context, folder, ['lead', 'send', '--email', 'first@restored.example']);
  const recoveryMs = restoredMs + performance.now() - began;
  const seconds = (recoveryMs / 1_000).toFixed(1);
  context.say(`Recovery took ${seconds} s from empty databases to the first lead.`);
  check(
    `the first lead is accepted within ${MAX_RECOVERY_MS / 1_000} s of the beginning of the restore`,
    lead.ok && recoveryMs <= MAX_RECOVERY_MS,
    `${lead.output}\nafter ${seconds} s`,
  );
}

/** The restored backup contains the person; the replay erases it and nothing else. */
async function checkReplay(
  context: SuiteContext,
  folder: DataFolder,
  { erased, erasures, scratch }: { readonly erased: ErasedPerson; readonly erasures: string; readonly scratch: string },
  check: Check,
): Promise<void> {
  const isPerson = (line: string): boolean => {
    const [, account, id] = PERSON.exec(line) ?? [];
    return Number(account) === erased.account && Number(id) === erased.id;
  };
  const count = async (): Promise<readonly [number, number]> => {
    const people = [...(await calmExport(context, folder, scratch))].filter((line) => PERSON.test(line));
    return [people.length, people.filter(isPerson).length];
  };
  const [all, present] = await count();
  const replayed = await operate(context, folder, ['erasures', 'replay', '--from', erasures]);
  const [total, stillPresent] = await count();
  check(
    'the erasure is replayed after the restore, and no other person is erased',
    present === 1 && replayed.ok && stillPresent === 0 && total === all - 1,
    `${replayed.output}\nbefore: ${all} people, the erased one ${present} times; after: ${total}, ${stillPresent} times`,
  );
}

type Check = (name: string, ok: boolean, output: string) => boolean;
/** Lines of JSON, each with its account. */
type Exported = ReadonlySet<string>;

async function withStack(
  context: SuiteContext,
  folder: DataFolder,
  args: readonly string[],
  check: Check,
  work: () => Promise<void>,
): Promise<void> {
  const stack = launchStack(context, folder.path, { args: [...PROFILE, ...args], env: await tracedOnDemand() });
  const stop = (): void => void stack.child.kill('SIGTERM');
  context.signal.addEventListener('abort', stop, { once: true });
  try {
    if (check(`the stack in ${basename(folder.path)} starts`, await stack.ready, stack.output())) await work();
  } finally {
    check(`the stack in ${basename(folder.path)} stops in order`, await stack.stop(), stack.output());
    context.signal.removeEventListener('abort', stop);
  }
}

/** All records of all accounts, after they have stopped changing. */
async function calmExport(context: SuiteContext, folder: DataFolder, scratch: string): Promise<Exported> {
  const end = Date.now() + CALM.timeoutMs;
  let last: Exported = new Set();
  for (;;) {
    const now = await exportAll(context, folder, scratch);
    const { missing, added } = compare(last, now);
    if (missing.length + added.length === 0 || Date.now() > end) return now;
    last = now;
    await pause(CALM.everyMs);
  }
}

async function exportAll(context: SuiteContext, folder: DataFolder, scratch: string): Promise<Exported> {
  const lines = new Set<string>();
  for (const { id } of readJson<Connection>(folder.connectionFile)?.accounts ?? []) {
    const file = join(scratch, 'export.jsonl');
    const { ok, output } = await operate(context, folder, ['account', 'export', String(id), '--to', file]);
    if (!ok) throw new Error(`Account ${id} cannot be exported: ${output}`);
    for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '') lines.add(`${id} ${line}`);
    rmSync(file);
  }
  return lines;
}

const operate = ({ root, node, signal }: SuiteContext, folder: DataFolder, args: readonly string[]) =>
  tryProgram(node, [join(root, 'dist', 'tools', 'operator', 'main.js'), '--data', folder.path, ...args], {
    cwd: root,
    timeoutMs: COMMAND_TIMEOUT_MS,
    signal,
  });

function compare(before: Exported, after: Exported): { missing: string[]; added: string[] } {
  const without = (one: Exported, other: Exported): string[] =>
    [...one].filter((line) => !other.has(line)).slice(0, SHOWN_DIFFERENCES);
  return { missing: without(before, after), added: without(after, before) };
}

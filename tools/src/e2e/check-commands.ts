import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localGet } from '../launcher/local-request';

/** Commands of the services of a stack on collections of accounts. */
export interface CheckedCommands {
  /** Commands that name their accounts, and searches of all accounts; of the processes that run now. */
  readonly named: number;
  readonly all: number;
  /** What is wrong, one line each: statements without account, also of ended processes, and services without counts. */
  readonly problems: readonly string[];
}

/** Some gauges query the database, which is slow after tests. */
const METRICS_TIMEOUT_MS = 60_000;

const COMMANDS = /^porchlight_store_commands_total\{.*?accounts="(named|all)".*?\} (\d+)/gm;
const UNROUTED = /"service":"(\w+)".*"event":"store\.unrouted_statement".*"statement":("(?:[^"\\]|\\.)*")/;

/**
 * Reads whether each command of a stack with `CHECK_SHARD_KEYS=on` named its accounts. `operations` contains the
 * address of the metrics of each service, `logs` is the folder of its logs.
 */
export async function checkCommands(
  operations: Readonly<Record<string, string>>,
  services: readonly string[],
  logs: string,
): Promise<CheckedCommands> {
  const counts = { named: 0, all: 0 };
  const problems = new Set<string>();
  for (const service of services) {
    const { body } = await localGet(`${operations[service]}/metrics`, { timeoutMs: METRICS_TIMEOUT_MS });
    const matches = [...body.matchAll(COMMANDS)];
    for (const [, accounts, value] of matches) counts[accounts as keyof typeof counts] += Number(value);
    if (matches.length === 0) problems.add(`${service} has counted no commands`);
  }
  for (const name of readdirSync(logs))
    for (const line of readFileSync(join(logs, name), 'utf8').split('\n')) {
      const [, service, statement] = UNROUTED.exec(line) ?? [];
      if (statement !== undefined) problems.add(`${service} names no account: ${JSON.parse(statement)}`);
    }
  return { ...counts, problems: [...problems] };
}

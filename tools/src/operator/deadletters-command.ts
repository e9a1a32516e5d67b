import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  createKafkaOperator,
  readKafkaSecurity,
  type BusOperator,
  type DeadLetter,
  type DeadLetterQueue,
  type KafkaSecurity,
} from '@porchlight/bus';
import { createLogger, systemClock } from '@porchlight/runtime';
import { projectRoot } from '../launcher/project-root';
import { formatTable, printResult } from './print';
import { wholeNumber } from './read-number';
import { readLocalConnection, type TargetOptions } from './target';

const MOST = 1_000;
const SHOWN_BYTES = 200;

interface Flags {
  readonly limit: number;
  readonly brokers?: string;
}

/** Adds `deadletters list|show|redrive|discard`: messages that a service could not handle (docs/runbooks). */
export function addDeadLettersCommand(program: Command): void {
  const letters = program
    .command('deadletters')
    .description('messages that a service could not handle')
    .option('--brokers <host:port,…>', 'Kafka (default: the local stack, or KAFKA_BROKERS)');
  letters
    .command('list')
    .description('list the queues with their number of messages')
    .action(act((operator) => operator.deadLetterQueues(), describeQueues));
  const limited = (name: string, about: string): Command =>
    letters
      .command(name)
      .description(about)
      .argument('<queue>', 'name of the queue, as printed by `list`')
      .option('--limit <n>', `maximum number, up to ${MOST}`, wholeNumber(1, MOST), 20);
  limited('show', 'show the oldest open ones').action(
    act(
      (operator, { limit }, queue) => operator.deadLetters(queue, limit).then((letters) => letters.map(showLetter)),
      describeLetters,
    ),
  );
  limited('redrive', 'have the oldest open ones handled again, by the group that could not').action(
    act(
      async (operator, { limit }, queue) => ({ redriven: await operator.redrive(queue, limit) }),
      ({ redriven }) => `${redriven} on their way again.`,
    ),
  );
  limited('discard', 'mark the oldest open dead letters as done without handling them').action(
    act(
      async (operator, { limit }, queue) => ({ discarded: await operator.discard(queue, limit) }),
      ({ discarded }) => `${discarded} given up.`,
    ),
  );
}

/** Runs one call against Kafka and prints its result. */
function act<T>(
  run: (operator: BusOperator, flags: Flags, queue: string) => Promise<T>,
  describe: (answer: T) => string,
) {
  // Commander passes the arguments, the options and the command.
  return async (...args: unknown[]): Promise<void> => {
    const command = args.at(-1) as Command;
    const target = command.optsWithGlobals<TargetOptions & Flags>();
    const logger = createLogger({ service: 'operator', level: 'silent' });
    const operator = createKafkaOperator({
      brokers: findBrokers(target),
      security: findBusSecurity(target),
      logger,
      clock: systemClock,
    });
    try {
      printResult(await run(operator, target, command.args[0] ?? ''), target.output, describe);
    } finally {
      await operator.close();
    }
  };
}

/** Addresses of Kafka; default: those of the local stack. */
export function findBrokers({ data, brokers }: TargetOptions & Pick<Flags, 'brokers'>): string[] {
  const named = brokers ?? process.env['KAFKA_BROKERS'];
  if (named) return named.split(',');
  const connection = readLocalConnection({ data });
  if (!connection)
    throw new Error('No Porchlight runs on this data folder (npm start). For another one give --brokers.');
  return [...connection.kafkaBrokers];
}

/** How to sign in to Kafka: as the environment says, or as the operator of the local stack. */
export function findBusSecurity({ data }: TargetOptions): KafkaSecurity | undefined {
  const configured = readKafkaSecurity();
  const signIn = configured ? undefined : readLocalConnection({ data })?.kafkaSignIn;
  if (!signIn) return configured;
  const read = (path: string): string => readFileSync(resolve(projectRoot(), path), 'utf8');
  const password = read(signIn.passwordFile).trim();
  return {
    tls: { ca: read(signIn.caFile) },
    sasl: { mechanism: 'scram-sha-512', username: signIn.username, password },
  };
}

/** A dead letter for output; the value as text if it is text. */
export interface ShownLetter {
  readonly id: string;
  readonly type: string;
  readonly time: string;
  readonly account: string;
  readonly attempts: number;
  readonly reason: string;
  readonly value: string;
}

/** Headers that help to find the cause of a dead letter. */
export function showLetter({ message, reason, error, attempts }: DeadLetter): ShownLetter {
  const { id, type, time, key, value } = message;
  const text = Buffer.from(value)
    .toString('latin1')
    .replace(/[^\x20-\x7e]+/g, '·')
    .slice(0, SHOWN_BYTES);
  return { id, type, time: time.toISOString(), account: key, attempts, reason: `${error}: ${reason}`, value: text };
}

/** Formats a table of queues; a sentence if there are none. */
export function describeQueues(queues: readonly DeadLetterQueue[]): string {
  if (queues.length === 0) return 'There are no dead letters.';
  return formatTable(
    ['queue', 'open', 'done'],
    queues.map(({ name, open, done }) => [name, open, done]),
  );
}

/** Formats a paragraph for each dead letter. */
export function describeLetters(letters: readonly ShownLetter[]): string {
  if (letters.length === 0) return 'Nothing is open.';
  return letters
    .map(
      ({ id, type, time, account, attempts, reason, value }) =>
        `${id}  ${type}  ${time}  account ${account}  ${attempts} attempts\n  ${reason}\n  ${value}`,
    )
    .join('\n');
}

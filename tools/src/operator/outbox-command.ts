import { Option, type Command } from 'commander';
import { publishChanges } from '@porchlight/backend';
import { createKafkaBus } from '@porchlight/bus';
import { BACKENDS, type BackendName } from '@porchlight/contracts';
import { createLogger, systemClock } from '@porchlight/runtime';
import { openUnsentChanges, type UnsentChange, type UnsentChanges } from '@porchlight/store';
import { findAddress } from './backup-commands';
import { findBrokers, findBusSecurity } from './deadletters-command';
import { printResult } from './print';
import { wholeNumber } from './read-number';
import type { TargetOptions } from './target';

const MOST = 1_000;

interface Flags extends TargetOptions {
  readonly service: BackendName;
  readonly limit: number;
  readonly mongodb?: string;
  readonly brokers?: string;
}

/** Adds `outbox list|resend|discard` for changes that Kafka has rejected permanently (docs/runbooks). */
export function addOutboxCommand(program: Command): void {
  const outbox = program
    .command('outbox')
    .description('changes that a service could not publish')
    .addOption(new Option('--service <name>', 'the service').choices(BACKENDS).makeOptionMandatory())
    .option('--limit <n>', `maximum number, oldest first, up to ${MOST}`, wholeNumber(1, MOST), 20)
    .option('--mongodb <uri>', 'address of the database server')
    .option('--brokers <host:port,…>', 'Kafka (default: the local stack, or KAFKA_BROKERS)');
  outbox
    .command('list')
    .description('list the changes')
    .action(act((changes, limit) => changes.list(limit).then((unsent) => unsent.map(summarize)), describeUnsent));
  outbox
    .command('resend')
    .description('publish them again; those that are too large without their record')
    .action(
      act(
        (changes, limit) => changes.resend(limit),
        ({ resent, refused }) => `${resent} sent, ${refused} refused again.`,
      ),
    );
  outbox
    .command('discard')
    .description('delete them: their consumers and webhooks never receive them')
    .action(
      act(
        async (changes, limit) => ({ discarded: await changes.discard(limit) }),
        ({ discarded }) => `${discarded} deleted.`,
      ),
    );
}

/** Runs one call against the database of a service and prints its result. */
function act<T>(run: (changes: UnsentChanges, limit: number) => Promise<T>, describe: (result: T) => string) {
  return async (...args: unknown[]): Promise<void> => {
    const flags = (args.at(-1) as Command).optsWithGlobals<Flags>();
    const { service, limit } = flags;
    const logger = createLogger({ service: 'operator', level: 'silent' });
    const bus = createKafkaBus({
      brokers: findBrokers(flags),
      clientId: 'operator',
      security: findBusSecurity(flags),
      logger,
      clock: systemClock,
    });
    try {
      const publish = publishChanges(service, bus);
      const changes = await openUnsentChanges({
        uri: findAddress(service, flags, flags.mongodb),
        database: `porchlight_${service}`,
        publish,
        logger,
      });
      try {
        printResult(await run(changes, limit), flags.output, describe);
      } finally {
        await changes.close();
      }
    } finally {
      await bus.close();
    }
  };
}

/** A change for output. */
export interface UnsentSummary {
  readonly eventId: string;
  readonly type: string;
  readonly account: number;
  readonly occurred: string;
  readonly bytes: number;
  readonly reason: string;
}

/** Fields of a change that help to find the cause. */
export function summarize({ _id, type, accountId, occurred, change, reason }: UnsentChange): UnsentSummary {
  return { eventId: _id, type, account: accountId, occurred: occurred.toISOString(), bytes: change.byteLength, reason };
}

/** Formats two lines for each change. */
export function describeUnsent(changes: readonly UnsentSummary[]): string {
  if (changes.length === 0) return 'No change is set aside.';
  return changes
    .map(
      ({ eventId, type, account, occurred, bytes, reason }) =>
        `${eventId}  ${type}  ${occurred}  account ${account}  ${bytes} bytes\n  ${reason}`,
    )
    .join('\n');
}

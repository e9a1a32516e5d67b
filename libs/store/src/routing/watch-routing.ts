import type { MongoOptions } from '../mongo/mongo-database';
import type { StoreOptions } from '../contract/store';
import { createUnroutedStatements } from './shard-router';

/**
 * Counts statements on sharded collections that name no account, and logs each kind of them once. With
 * `checksShardKeys` it rejects them, and observes the commands of the driver.
 */
export const watchRouting = ({
  metrics,
  logger,
  checksShardKeys = false,
}: Pick<StoreOptions, 'metrics' | 'logger' | 'checksShardKeys'>): Pick<MongoOptions, 'onUnrouted' | 'onCommand'> & {
  readonly assertNone: () => void;
} => {
  const statements = createUnroutedStatements();
  const unrouted = metrics?.counter(
    'store_unrouted_statements_total',
    'Statements that name no account, so that a sharded database sends them to every shard; none are expected.',
  );
  const commands = metrics?.counter(
    'store_commands_total',
    'Commands on sharded collections: named, all (searches of the background) or missing; only if they are observed.',
    ['accounts'],
  );
  const logged = new Set<string>();
  const report = (statement: string): void => {
    unrouted?.inc();
    if (logged.has(statement)) return;
    logged.add(statement);
    logger.error({ event: 'store.unrouted_statement', statement }, 'a statement names no account');
  };
  return {
    assertNone: statements.assertNone,
    onUnrouted: (statement) => {
      report(statement);
      if (checksShardKeys) statements.refuse(statement);
    },
    ...(checksShardKeys && {
      onCommand: (accounts, command, collection) => {
        commands?.inc({ accounts });
        if (accounts !== 'missing') return;
        report(`${collection}: ${command}`);
        statements.add(`${collection}: ${command}`);
      },
    }),
  };
};

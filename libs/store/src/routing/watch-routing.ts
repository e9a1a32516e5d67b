import type { Metrics } from '@porchlight/runtime';
import type { MongoOptions } from '../mongo/mongo-database';
import type { StoreOptions } from '../contract/store';
import { createUnroutedStatements } from './shard-router';

/** How statements and commands without shard key are reported. */
export interface RoutingWatch {
  readonly metrics: Metrics | undefined;
  readonly logger: StoreOptions['logger'];
  /** Rejects them, and observes the commands of the driver. */
  readonly checks: boolean;
}

/** The options of a database that reports statements without account, and the check at its end. */
export interface WatchedRouting extends Pick<MongoOptions, 'onUnrouted' | 'onCommand'> {
  readonly assertNone: () => void;
}

/** Counts statements on sharded collections that name no account, and logs each kind of them once. */
export const watchRouting = ({ metrics, logger, checks }: RoutingWatch): WatchedRouting => {
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
      if (checks) statements.refuse(statement);
    },
    ...(checks && {
      onCommand: (accounts, command, collection) => {
        commands?.inc({ accounts });
        if (accounts !== 'missing') return;
        report(`${collection}: ${command}`);
        statements.add(`${collection}: ${command}`);
      },
    }),
  };
};

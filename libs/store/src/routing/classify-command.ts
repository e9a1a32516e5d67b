/** Comment of statements that search all accounts; the profiler of the database shows it. */
export const SCAN_COMMENT = 'all accounts';

/** Comment of an observed statement whose filter does not name its accounts. */
export const formatAccountsComment = (accounts: readonly number[]): string => `accounts ${accounts.join(' ')}`;
const ACCOUNTS_COMMENT = /^accounts( \d+)+$/;

/** Whether a command names its accounts, searches all of them on purpose, or does neither. */
export type CommandAccounts = 'named' | 'all' | 'missing';

type Command = Readonly<Record<string, unknown>>;
type Parts = ReadonlyArray<Record<string, unknown>>;

/** The condition of the first stages; the server merges several. */
const firstMatch = (pipeline: Parts): Record<string, unknown> => {
  const end = pipeline.findIndex((stage) => !('$match' in stage));
  return Object.assign({}, ...pipeline.slice(0, end < 0 ? undefined : end).map(({ $match }) => $match));
};

/** Filters and documents of a command of the driver; undefined for commands that read and write no documents. */
const listParts = (name: string, command: Command): Parts | undefined => {
  const updates = (list: unknown): Parts => (list as Array<{ q: Record<string, unknown> }>).map(({ q }) => q);
  switch (name) {
    case 'find':
      return [command['filter'] as Record<string, unknown>];
    case 'findAndModify':
    case 'count':
      return [command['query'] as Record<string, unknown>];
    case 'aggregate':
      return [firstMatch(command['pipeline'] as Parts)];
    case 'insert':
      return command['documents'] as Parts;
    case 'update':
      return updates(command['updates']);
    case 'delete':
      return updates(command['deletes']);
    default:
      return undefined;
  }
};

/** Classifies a command as the driver sends it (`commandStarted`); undefined for other commands. */
export const classifyCommand = (name: string, command: Command): CommandAccounts | undefined => {
  const parts = listParts(name, command);
  if (!parts) return undefined;
  const { comment } = command;
  if (comment === SCAN_COMMENT) return 'all';
  if (typeof comment === 'string' && ACCOUNTS_COMMENT.test(comment)) return 'named';
  return parts.every((part) => part['accountId'] !== undefined) ? 'named' : 'missing';
};

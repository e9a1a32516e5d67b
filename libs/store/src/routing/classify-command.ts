/** Comment of statements that search all accounts; the profiler of the database shows it. */
export const SCAN_COMMENT = 'all accounts';

/** Whether a command names its accounts, searches all of them on purpose, or does neither. */
export type CommandAccounts = 'named' | 'all' | 'missing';

type Command = Readonly<Record<string, unknown>>;
type Parts = ReadonlyArray<Record<string, unknown>>;

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
      return [((command['pipeline'] as Parts)[0]?.['$match'] ?? {}) as Record<string, unknown>];
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
  if (command['comment'] === SCAN_COMMENT) return 'all';
  return parts.every((part) => part['accountId'] !== undefined) ? 'named' : 'missing';
};

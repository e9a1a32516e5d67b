import { Option, type Command } from 'commander';
import { printRecord, printRecords } from './print';
import { readId } from './read-number';
import { withOperator } from './target';

const COLUMNS = ['id', 'review', 'accountId', 'name', 'system', 'redirectUrl', 'created'];

/** Adds `inbox-app list|approve|reject`: the operator's review of published inbox apps. */
export function addInboxAppCommands(program: Command): void {
  const inboxApp = program
    .command('inbox-app')
    .description('published inbox apps: only approved ones can be installed by other accounts');
  inboxApp
    .command('list')
    .description('list published apps of all accounts, newest first (--address: the notifier service)')
    .addOption(new Option('--review <status>', 'only these').choices(['Pending', 'Approved', 'Rejected']))
    .option('--before <id>', 'only apps with smaller ids', readId)
    .action((flags: { review?: string; before?: number }, command: Command) =>
      withOperator(command, 'notifier', async ({ inboxAppReviews, as }, output) => {
        const { records } = await inboxAppReviews.findReviewedInboxApps(
          { review: flags.review ?? '', beforeId: flags.before ?? 0 },
          as,
        );
        printRecords(records, COLUMNS, output);
      }),
    );
  for (const [name, approved, description] of [
    [
      'approve',
      true,
      'let other accounts see and install an app; a later change of its name or address needs a new approval',
    ],
    ['reject', false, 'let no other account see or install an app; installations that exist go on'],
  ] as const)
    inboxApp
      .command(name)
      .description(description)
      .argument('<id>', 'id of the published app', readId)
      .action((id: number, _flags: object, command: Command) =>
        withOperator(command, 'notifier', async ({ inboxAppReviews, as }, output) =>
          printRecord((await inboxAppReviews.reviewInboxApp({ id, approved }, as)).record!, output),
        ),
      );
}

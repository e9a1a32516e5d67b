import { setTimeout as pause } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import type { Porchlight } from '@porchlight/sdk';
import { addApiOptions, withApi, type ApiOptions } from './api-target';
import { describeDelivery, followDeliveries, type Delivery } from './follow-deliveries';
import { all } from './list-commands';
import { printRecord, printRecords } from './print';
import { readId, wholeNumber } from './read-number';

/** Adds `webhook …`; the commands use the API as the owner with a registered system. */
export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('webhooks and their deliveries');
  // Commander does not know the types of options; each command reads only those that it declares.
  type Run = (porchlight: Porchlight, flags: any, id: number) => Promise<void>;
  const add = (name: string, about: string, run: Run): Command => {
    const command = webhook.command(name).description(about);
    return addApiOptions(command).action((...args: unknown[]) => {
      const [id] = command.processedArgs as number[];
      return withApi(command.optsWithGlobals<ApiOptions>(), (porchlight) =>
        run(porchlight, (args.at(-1) as Command).optsWithGlobals(), id ?? 0),
      );
    });
  };
  const one = (name: string, about: string, run: Run): Command =>
    add(name, about, run).argument('<id>', 'id of the webhook', readId);

  add('list', 'list the webhooks of the system', async (porchlight, { output }) =>
    printRecords(await all(porchlight.webhooks.list()), ['id', 'event', 'status', 'url'], output),
  );
  add(
    'create',
    'register a webhook; its secret is shown this once',
    async (porchlight, { event, url: _service, to, output }) =>
      printRecord(await porchlight.webhooks.create({ event, url: to }), output),
  )
    .requiredOption('--event <name>', 'event name, such as peopleCreated')
    .requiredOption('--to <url>', 'HTTPS URL that receives the notifications')
    .addHelpText(
      'after',
      '\nExample:\n  porchlight webhook create --event peopleCreated --to https://my-site.example/hooks',
    );
  one('enable', 'make it Active again: what is pending goes on', async (porchlight, { output }, id) =>
    printRecord(await porchlight.webhooks.update(id, { status: 'Active' }), output),
  );
  one('disable', 'make it Disabled', async (porchlight, { output }, id) =>
    printRecord(await porchlight.webhooks.update(id, { status: 'Disabled' }), output),
  );
  one('delete', 'forget it', async (porchlight, { output }, id) =>
    printRecord({ deleted: id, ...(await porchlight.webhooks.delete(id)) }, output),
  );
  one('test', 'send it a notification `test` and say what it answered', async (porchlight, { output }, id) =>
    printRecord(await porchlight.webhooks.test(id), output),
  );
  one(
    'rotate-secret',
    'give it a new secret, shown this once; the former one signs too for 24 hours',
    async (porchlight, { output }, id) => printRecord(await porchlight.webhooks.rotateSecret(id), output),
  );
  one(
    'deliveries',
    'list deliveries and their results, newest first',
    async (porchlight, { status, since, limit, output }, id) => {
      const matches: Delivery[] = [];
      for await (const delivery of porchlight.webhooks.deliveries(id, {
        ...(status && { status: [status] }),
        since,
        limit: Math.min(limit, 100),
      }))
        if (matches.push(delivery) >= limit) break;
      if (output === 'json') console.log(JSON.stringify(matches, null, 2));
      else console.log(matches.map((delivery) => describeDelivery(id, delivery)).join('\n') || 'There are none.');
    },
  )
    .addOption(new Option('--status <status>', 'only these').choices(['Pending', 'Delivered', 'GivenUp']))
    .option('--since <time>', 'only those created since, such as 2026-01-31T12:00:00Z')
    .option('--limit <n>', 'maximum number', wholeNumber(1), 20);
  one(
    'replay',
    'send again: one event, or those of a time',
    async (porchlight, { eventId, status, since, until, output }, id) =>
      printRecord(
        await porchlight.webhooks.replay(id, eventId === undefined ? { status, since, until } : { eventId }),
        output,
      ),
  )
    .addOption(new Option('--event-id <id>', 'this event').conflicts(['since', 'until']))
    .addOption(new Option('--status <status>', 'those given up, or all').choices(['GivenUp', 'all']).default('GivenUp'))
    .option('--since <time>', 'from this time on')
    .option('--until <time>', 'up to this time')
    .addHelpText(
      'after',
      '\nExamples:\n  porchlight webhook replay 7 --since 2026-01-31T12:00:00Z\n  porchlight webhook replay 7 --event-id 0198f0c2-…',
    )
    .hook('preAction', (_this, command) => {
      const { eventId, since } = command.opts<{ eventId?: string; since?: string }>();
      if (eventId === undefined && since === undefined) command.error('error: give --event-id or --since');
    });
  webhook.addCommand(tailCommand(webhook));
}

/** `webhook tail [id…]` prints deliveries when they are sent. */
function tailCommand(webhook: Command): Command {
  return addApiOptions(webhook.createCommand('tail').copyInheritedSettings(webhook))
    .description('print deliveries and responses as they happen; Ctrl-C ends')
    .argument('[ids...]', 'webhooks (default: all of the system)')
    .option('--interval <seconds>', 'polling interval in seconds', wholeNumber(1), 2)
    .option('--count <n>', 'end after this number of lines', wholeNumber(1))
    .option('--since <time>', 'start with deliveries created since (default: now)')
    .addHelpText('after', '\nExamples:\n  porchlight webhook tail\n  porchlight webhook tail 7 --json | jq .status')
    .action(async (ids: string[], _flags: object, command: Command) => {
      const options = command.optsWithGlobals<ApiOptions & { interval: number; count?: number; since?: string }>();
      const stop = new AbortController();
      process.once('SIGINT', () => stop.abort());
      process.once('SIGTERM', () => stop.abort());
      let remaining = options.count ?? Infinity;
      const show = (webhookId: number, delivery: Delivery): void => {
        if (remaining-- <= 0) return;
        console.log(
          options.output === 'json'
            ? JSON.stringify({ webhookId, ...delivery })
            : describeDelivery(webhookId, delivery),
        );
        if (remaining <= 0) stop.abort();
      };
      await withApi(options, async (porchlight) => {
        const requestedIds =
          ids.length > 0 ? ids.map(readId) : (await all(porchlight.webhooks.list())).map(({ id }) => id);
        if (requestedIds.length === 0)
          throw new Error('This system has no webhooks. Make one: porchlight webhook create --help');
        const wait = (): Promise<void> =>
          pause(options.interval * 1_000, undefined, { signal: stop.signal }).catch(() => undefined);
        await followDeliveries(porchlight, {
          webhookIds: requestedIds,
          since: options.since ?? new Date().toISOString(),
          signal: stop.signal,
          wait,
          show,
        });
      });
    });
}

import { InvalidArgumentError, type Command } from 'commander';
import { PorchlightError, type Porchlight, type StreamedEvent } from '@porchlight/sdk';
import { addApiOptions, withApi, type ApiOptions } from './api-target';
import { shown } from './print';
import { wholeNumber } from './read-number';
import { createRunSecret, signNotification } from './sign-notification';

/** Longest wait for the receiver, ms, as for webhooks. */
const TIMEOUT_MS = 10_000;

interface Flags extends ApiOptions {
  readonly forwardTo: string;
  readonly events?: readonly string[];
  readonly count?: number;
  readonly secret?: string;
}

/** The result of forwarding one event. */
interface Forwarded {
  readonly event: string;
  readonly eventId: string;
  readonly resourceIds: readonly (number | string)[];
  readonly status?: number;
  readonly error?: string;
}

/** Adds `listen`: forwards the events of the stream to a local receiver, signed like webhooks. */
export function addListenCommand(program: Command): void {
  addApiOptions(program.command('listen'))
    .description('forward webhook events to a receiver on this machine, while they happen; Ctrl-C ends')
    .requiredOption('--forward-to <url>', 'address of the receiver, such as http://localhost:3000/hooks', readAddress)
    .option('--events <names>', 'only these, separated by commas', (text: string) => text.split(','))
    .option('--secret <secret>', 'secret of the signatures (default: a new one for this run)', readSecret)
    .option('--count <n>', 'end after this number of events', wholeNumber(1))
    .addHelpText(
      'after',
      `
Notifications are signed (webhook-signature, Standard Webhooks), with --secret or with a secret that is created for this run.
As soon as the stream is open, one line on standard error has the address and the secret; with --json the first line of the
output has them too.

Examples:
  porchlight listen --forward-to http://localhost:3000
  porchlight listen --forward-to http://localhost:3000/hooks --events peopleCreated,eventsCreated --json`,
    )
    .action(async (_flags: object, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const stop = new AbortController();
      process.once('SIGINT', () => stop.abort());
      process.once('SIGTERM', () => stop.abort());
      const secret = flags.secret ?? createRunSecret();
      const forwarding = { ...flags, secret, signal: stop.signal };
      await withApi(flags, (porchlight) =>
        forwardEvents(porchlight, forwarding, {
          onReady: () => {
            console.error(describeReady(forwarding));
            if (flags.output === 'json') console.log(JSON.stringify({ secret, forwardTo: flags.forwardTo }));
          },
          onForwarded: (one) => console.log(flags.output === 'json' ? JSON.stringify(one) : describeForwarded(one)),
        }),
      );
    });
}

function readAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('give an http or https address, such as http://localhost:3000');
  return text;
}

function readSecret(text: string): string {
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text))
    throw new InvalidArgumentError('give whsec_ and at least 24 bytes in base64, such as listen printed before');
  return text;
}

interface Forwarding extends Pick<Flags, 'forwardTo' | 'events' | 'count'> {
  readonly secret: string;
  readonly signal: AbortSignal;
}

/** What `listen` prints. */
interface Progress {
  /** The stream is open: later events are forwarded. */
  readonly onReady: () => void;
  readonly onForwarded: (one: Forwarded) => void;
}

/** The line that says that `listen` is ready. */
export function describeReady({ forwardTo, events, secret }: Omit<Forwarding, 'signal'>): string {
  return `Ready: ${events?.join(', ') ?? 'all events'} are forwarded to ${forwardTo}, signed with ${secret}`;
}

/** Forwards events one after another until `count` or the signal. A receiver that fails does not stop it. */
export async function forwardEvents(
  porchlight: Pick<Porchlight, 'stream'>,
  { forwardTo, events, count = Infinity, secret, signal }: Forwarding,
  { onReady, onForwarded }: Progress,
): Promise<void> {
  let number = 0;
  let isReady = false;
  const onPosition = (): void => {
    if (!isReady) onReady();
    isReady = true;
  };
  try {
    for await (const event of porchlight.stream({ signal, onPosition })) {
      if (event.event === 'reset' || (events && !events.includes(event.event))) continue;
      onForwarded(await forward(event, forwardTo, secret));
      number += 1;
      if (number >= count) return;
    }
  } catch (error) {
    if (!(error instanceof PorchlightError) || error.reason !== 'ABORTED') throw error;
  }
}

async function forward({ event, data }: StreamedEvent, url: string, secret: string): Promise<Forwarded> {
  const { eventId = '', resourceIds = [] } = data;
  const body = JSON.stringify(data);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: signNotification(secret, eventId, body, new Date()),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { event, eventId, resourceIds, status: response.status };
  } catch (error) {
    return { event, eventId, resourceIds, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Formats one line for a terminal. */
export function describeForwarded({ event, eventId, resourceIds, status, error }: Forwarded): string {
  return `${shown(event)}  ${shown(eventId)}  [${resourceIds.join()}]  ${status ?? `failed: ${shown(error)}`}`;
}

import { dirname, join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { wholeNumber } from '../operator/read-number';
import { findAccount, DEFAULT_CONNECTION, readConnection, ToolProblem } from '../send/connection';
import { createServiceClient } from '../send/service-client';
import { writePrivateJson } from '../launcher/private-file';
import { loadSecrets, registerWebhooks, removeWebhooks, type RegisteredWebhook } from './registration';
import { decodeSecret } from './verify-signatures';
import { startReceiver } from './receiver-server';

interface Options {
  readonly port: number;
  readonly status: number;
  readonly account: number;
  readonly secret: string[];
  readonly register: boolean;
  readonly keep: boolean;
  readonly connection: string;
}

const EVENTS = ['peopleCreated', 'eventsCreated'];

const addSecret = (text: string, all: string[]): string[] => {
  try {
    decodeSecret(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
  return [...all, text];
};

async function receive(options: Options): Promise<void> {
  const connection = readConnection(options.connection);
  const client = createServiceClient(connection, findAccount(connection, options.account));
  const stateFile = join(dirname(options.connection), 'receiver.json');
  // A waiting notification may arrive before the webhooks are registered again.
  const registered = options.register ? loadSecrets(stateFile) : [];
  const webhooks: RegisteredWebhook[] = [];
  let stopping = false;

  const receiver = await startReceiver({
    connection,
    client,
    port: options.port,
    status: options.status,
    secrets: () => [...options.secret, ...new Set([...registered, ...webhooks].map((one) => one.secret))],
    print: (line) => console.log(line),
    now: () => Date.now(),
  });

  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    if (!options.keep) {
      for (const line of await removeWebhooks(client, webhooks)) console.error(line);
      if (webhooks.length > 0) writePrivateJson(stateFile, []);
    }
    await receiver.stop();
    await client.close();
    if (process.connected) process.disconnect();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  process.on('disconnect', () => void stop());
  process.channel?.unref();

  if (options.register) {
    // The account is part of the address (receiver rules).
    const url = `https://localhost:${receiver.port}/webhooks?account=${options.account}`;
    try {
      await registerWebhooks(client, url, EVENTS, registered, {
        say: (line) => console.log(line),
        keep: (webhook) => {
          webhooks.push(webhook);
          writePrivateJson(stateFile, webhooks);
        },
      });
    } catch (error) {
      await stop();
      throw error;
    }
  }
  console.log(
    `Receiving on https://localhost:${receiver.port}, responding with ${options.status}. Ctrl-C stops it${
      options.register
        ? options.keep
          ? ' and leaves the webhooks, so that notifications wait.'
          : ' and removes the webhooks (--keep leaves them, so that notifications wait).'
        : '.'
    }`,
  );
}

const command = new Command('receiver')
  .description(
    'Receives webhooks over HTTPS, verifies both signatures, and prints each notification and the record that it is about.',
  )
  .option('--port <n>', 'port on loopback', wholeNumber(0, 65_535), 9443)
  .option('--status <n>', 'status of the response', wholeNumber(200, 599), 200)
  .option('--account <n>', 'account whose owner registers and reads', wholeNumber(1, 2 ** 31 - 1), 1)
  .option('--secret <whsec>', 'a signing secret; repeatable', addSecret, [])
  .option('--register', `register webhooks for ${EVENTS.join(' and ')} (default)`, true)
  .option('--no-register', `do not register webhooks for ${EVENTS.join(' and ')}`)
  .option('--keep', 'do not delete the webhooks at the end', false)
  .option('--connection <path>', 'connection file of the stack', DEFAULT_CONNECTION)
  .action(receive);

command.parseAsync().catch((error: unknown) => {
  console.error(error instanceof ToolProblem ? error.message : error);
  process.exit(2);
});

import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { startReceiver, type ReceivedRequest, type Receiver } from '@porchlight/testkit';
import { as, type Reply } from './client';
import { readConnection } from './stack-connection';

/**
 * Starts an HTTPS receiver with the certificate that the stack created for receivers. PORCHLIGHT_RECEIVER_ADDRESS is
 * the address of this machine for services that run on others.
 */
export const receive = (port?: number): Promise<Receiver> => {
  const { receiverTls, caFile } = readConnection();
  const read = (file: string): string => readFileSync(file, 'utf8');
  const address = process.env['PORCHLIGHT_RECEIVER_ADDRESS'];
  return startReceiver({
    ...(address !== undefined && { address }),
    ...(port !== undefined && { port }),
    certificates: { cert: read(receiverTls.certFile), key: read(receiverTls.keyFile), ca: read(caFile) },
  });
};

/** Gives a receiver to the tests of a block; afterwards deletes their webhooks and stops it. */
export const useReceiver = (use: (receiver: Receiver) => unknown): void => {
  let receiver: Receiver | undefined;
  beforeAll(async () => {
    receiver = await receive();
    await use(receiver);
  });
  afterAll(async () => {
    await unregisterAll();
    await receiver?.stop();
  });
};

export interface Notification {
  readonly eventId: string;
  readonly eventCreated: string;
  readonly event: string;
  readonly resourceIds: number[];
  readonly uri: string | null;
}

export const parseNotifications = (receiver: Receiver): Notification[] =>
  receiver.requests.map((r) => r.json as Notification);

/** Registers a webhook as the owner of account 1; `unregisterAll` deletes it. */
export const register = async (event: string, url: string): Promise<Reply> => {
  const reply = await as('owner').post('/v1/webhooks', { event, url });
  if (reply.status === 201) registered.push(reply.body.id as number);
  return reply;
};

/**
 * Waits until the notifier has processed the earlier changes of people in account 1, so that a new webhook does not get
 * those of other test files.
 */
export const awaitEarlierChanges = async (receiver: Receiver): Promise<void> => {
  await register('peopleCreated', `${receiver.url}/earlier`);
  const { body } = await as('owner').post('/v1/people', { firstName: 'Latest' });
  await receiver.waitFor(1, { where: ({ json }) => (json as Notification).resourceIds.includes(body.id as number) });
  await unregisterAll();
  receiver.clear();
};

const registered: number[] = [];

/** Deletes the webhooks of this test file: an account may have two per event. */
export const unregisterAll = async (): Promise<void> => {
  for (const id of registered.splice(0)) await as('owner').delete(`/v1/webhooks/${id}`);
};

/** Standard Webhooks: base64 HMAC-SHA256 of `id.timestamp.body` under the secret's bytes. */
export const standardSignature = (secret: string, request: ReceivedRequest): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${String(request.headers['webhook-id'])}.${String(request.headers['webhook-timestamp'])}.${request.raw.toString('utf8')}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};

/** Legacy: lower-case hex HMAC-SHA256 of the body's base64 text under the system's key. */
export const legacySignature = (systemKey: string, request: ReceivedRequest): string =>
  createHmac('sha256', systemKey).update(request.raw.toString('base64')).digest('hex');

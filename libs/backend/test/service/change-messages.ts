import { randomBytes } from 'node:crypto';
import { formatDeadLetterTopic, formatTopic, type Bus, type BusMessage } from '@porchlight/bus';
import { Change, User, type BackendName } from '@porchlight/contracts';

/** A protobuf message with these fields; all others have their defaults. */
export const createMessage = <T extends object>(type: { decode(bytes: Uint8Array): T }, fields: Partial<T>): T =>
  Object.assign(type.decode(new Uint8Array()), fields);

/** Fields of a change. `record` is the encoded record; `data` is the JSON of a fact, `dataJson` its text instead. */
export interface ChangeInput extends Partial<Omit<Change, 'record' | 'accountId'>> {
  readonly service: string;
  readonly resource: string;
  readonly verb: string;
  readonly record?: Uint8Array;
  readonly data?: object;
}

/** A change as a service publishes it. */
export const createChangeMessage = (
  accountId: number,
  { record, data, dataJson, ...fields }: ChangeInput,
): BusMessage => {
  const change = createMessage<Change>(Change, {
    eventId: randomBytes(13).toString('hex'),
    accountId,
    ...fields,
    record: Buffer.from(record ?? []),
    dataJson: dataJson ?? (data ? JSON.stringify(data) : ''),
  });
  return {
    key: String(accountId),
    id: change.eventId,
    type: `${change.service}.${change.resource}.${change.verb}`,
    time: change.occurred ?? new Date(),
    value: Change.encode(change).finish(),
  };
};

/** A user as auth publishes them. */
export const createUserMessage = (accountId: number, user: Partial<User> & Pick<User, 'id'>): BusMessage => {
  const [firstName = '', lastName = ''] = (user.name ?? '').split(' ');
  const record = createMessage<User>(User, {
    firstName,
    lastName,
    role: 'Agent',
    status: 'Active',
    version: 1,
    ...user,
  });
  const verb = record.version === 1 ? 'created' : 'updated';
  const change = { service: 'auth', resource: 'users', verb, ids: [user.id], occurred: new Date() };
  return createChangeMessage(accountId, { ...change, record: User.encode(record).finish() });
};

/**
 * Collects the changes that a service publishes, each once: delivery is at least once, and consumers recognize a
 * change by its id.
 */
export const collectChanges = async (bus: Bus, service: BackendName): Promise<CollectedChanges> => {
  const changes: Change[] = [];
  const seen = new Set<string>();
  const add = (change: Change) => {
    if (!seen.has(change.eventId)) changes.push(change);
    seen.add(change.eventId);
  };
  await bus.subscribe({
    group: `test.${randomBytes(6).toString('hex')}`,
    topics: [formatTopic(service)],
    handler: async (batch) => batch.forEach(({ value }) => add(Change.decode(value))),
  });
  return {
    changes,
    webhooks: (accountId) =>
      changes.filter((change) => change.accountId === accountId).flatMap((change) => change.webhookEvents),
  };
};

export interface CollectedChanges {
  readonly changes: Change[];
  /** Names of the webhook events of one account, in order. */
  webhooks(accountId: number): string[];
}

/** Collects the messages of these sources that these consumer groups refused. */
export const collectDeadLetters = async (
  bus: Bus,
  groups: readonly string[],
  sources: readonly BackendName[],
): Promise<CollectedLetters> => {
  const letters: { readonly accountId: number; readonly type: string }[] = [];
  await bus.subscribe({
    group: `test.${randomBytes(6).toString('hex')}`,
    topics: groups.flatMap((group) => sources.map((source) => formatDeadLetterTopic(formatTopic(source), group))),
    handler: async (batch) =>
      void letters.push(...batch.map(({ type, value }) => ({ type, accountId: Change.decode(value).accountId }))),
  });
  return { of: (accountId) => letters.filter((one) => one.accountId === accountId).map(({ type }) => type) };
};

export interface CollectedLetters {
  /** Types of the refused messages of one account, in order. */
  of(accountId: number): string[];
}

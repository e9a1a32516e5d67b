import { randomBytes } from 'node:crypto';
import { formatTopic, type Bus } from '@porchlight/bus';
import { ActionPlan, Change, Suppression, User } from '@porchlight/contracts';

/** A change that another service publishes. */
interface PublishedChange {
  readonly accountId: number;
  readonly service: string;
  readonly resource: string;
  readonly verb: string;
  readonly record?: Uint8Array;
  readonly data?: object;
  readonly ids?: readonly number[];
}

/** Publishes a change like another service. */
export const publishChange = (
  bus: Bus,
  { accountId, service, resource, verb, record, data, ids = [] }: PublishedChange,
) => {
  const id = randomBytes(13).toString('hex');
  const value = Change.encode({
    eventId: id,
    accountId,
    occurred: new Date(),
    service,
    resource,
    verb,
    ids: [...ids],
    webhookEvents: [],
    actorUserId: 0,
    system: '',
    changed: [],
    record: Buffer.from(record ?? []),
    suppressOwn: false,
    dataJson: data ? JSON.stringify(data) : '',
    batchId: '',
  }).finish();
  return bus.publish(formatTopic(service), [
    { key: String(accountId), id, type: `${service}.${resource}.${verb}`, time: new Date(), value },
  ]);
};

/** A fact of marketing. */
export const publishFact = (bus: Bus, accountId: number, fact: string, data: object): Promise<void> => {
  const [resource, verb] = fact.split('.') as [string, string];
  return publishChange(bus, { accountId, service: 'marketing', resource, verb, data });
};

/** A user of the account, or a newer version of one. */
export const publishUser = (bus: Bus, accountId: number, user: Partial<User> & { id: number; version: number }) => {
  const record = User.encode({ status: 'Active', groups: [], teamIds: [], teamLeaderOf: [], ...user } as User).finish();
  return publishChange(bus, { accountId, service: 'auth', resource: 'users', verb: 'updated', record });
};

/** A suppression as marketing publishes it; `verb` updated: a newer version of one. */
export const publishSuppression = (
  bus: Bus,
  accountId: number,
  { verb = 'created', ...suppression }: Partial<Suppression> & { id: number; addressHash: string; verb?: string },
): Promise<void> => {
  const record = Suppression.encode({ version: 1, reason: 'unsubscribed', ...suppression }).finish();
  return publishChange(bus, {
    accountId,
    service: 'marketing',
    resource: 'suppressions',
    verb,
    record,
    ids: [suppression.id],
  });
};

/** The deletion of a suppression: an opt-in. */
export const publishOptIn = (bus: Bus, accountId: number, id: number): Promise<void> =>
  publishChange(bus, { accountId, service: 'marketing', resource: 'suppressions', verb: 'deleted', ids: [id] });

/** An action plan of the account, or a newer version of one. */
export const publishPlan = (bus: Bus, accountId: number, plan: Partial<ActionPlan> & { id: number }): Promise<void> => {
  const record = ActionPlan.encode({ status: 'Active', steps: [], version: 1, ...plan }).finish();
  return publishChange(bus, { accountId, service: 'marketing', resource: 'actionPlans', verb: 'updated', record });
};

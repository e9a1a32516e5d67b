import { captureLogger } from '@porchlight/testkit';
import type { UserDocument } from '../documents';
import type { TransferDocument } from './session-document';
import type { SessionPorts } from './session-ports';
import { finishTransfers } from './transfer-ownership';

const user = (id: number, role: string, status = 'Active') => ({ id, accountId: 1, role, status, isOwner: role === 'Owner' }) as UserDocument;

/** What a process that was killed left in the database. */
const leftBehind = (...users: UserDocument[]) => {
  const byId = new Map(users.map((one) => [one.id, one]));
  const pending: TransferDocument[] = [{ _id: 1, from: 1, to: 2 }];
  const ports = {
    users: {
      load: async (_call: unknown, id: number) => byId.get(id),
      modify: async (_call: unknown, id: number, change: (before: UserDocument) => UserDocument) => {
        byId.set(id, change(byId.get(id)!));
        return byId.get(id);
      },
    },
    transfers: { find: async () => [...pending], deleteOne: async () => pending.splice(0).length > 0 },
  } as unknown as SessionPorts;
  return { ports, pending, roles: () => [...byId.values()].map(({ role, isOwner }) => [role, isOwner]) };
};

describe('a transfer that was interrupted', () => {
  it.each([
    ['before both writes', user(1, 'Owner'), user(2, 'Agent')],
    ['between them', user(1, 'Owner'), user(2, 'Owner')],
    ['after both', user(1, 'Broker'), user(2, 'Owner')],
  ])('%s is finished at the next start', async (_when, from, to) => {
    const { ports, pending, roles } = leftBehind(from, to);
    await finishTransfers(ports, captureLogger().logger, AbortSignal.timeout(1_000));
    expect(roles()).toEqual([['Broker', false], ['Owner', true]]);
    expect(pending).toEqual([]);
  });

  it('is taken back when the new owner was disabled meanwhile', async () => {
    const { ports, pending, roles } = leftBehind(user(1, 'Owner'), user(2, 'Agent', 'Disabled'));
    await finishTransfers(ports, captureLogger().logger, AbortSignal.timeout(1_000));
    expect(roles()).toEqual([['Owner', true], ['Agent', false]]);
    expect(pending).toEqual([]);
  });

  it('is told of when it cannot be finished, and holds up no other', async () => {
    const { ports, pending } = leftBehind(user(1, 'Owner'), user(2, 'Agent'));
    pending.unshift({ _id: 2, from: 8, to: 9 });
    const { deleteOne } = ports.transfers;
    const captured = captureLogger();
    ports.transfers.deleteOne = async ({ _id }) => {
      if (_id === 2) throw new Error('away');
      return deleteOne({ _id });
    };
    await finishTransfers(ports, captured.logger, AbortSignal.timeout(1_000));
    expect(captured.of('transfer.not_finished')).toMatchObject([{ accountId: 2, from: 8, to: 9 }]);
    expect(pending).toEqual([]);
  });
});

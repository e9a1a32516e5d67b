import type { Actor, Role } from '@porchlight/access';
import { formatTopic, type Bus } from '@porchlight/bus';
import { randomAccountId } from '@porchlight/testkit';
import { createUserMessage } from './change-messages';

/** The users of a test account. */
export const TEAM: readonly {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  readonly phone: string;
}[] = [
  { id: 1, name: 'Olga Owner', role: 'Owner', phone: '555-0101' },
  { id: 2, name: 'Bea Broker', role: 'Broker', phone: '555-0102' },
  { id: 3, name: 'Ada Agent', role: 'Agent', phone: '555-0103' },
  { id: 4, name: 'Axel Agent', role: 'Agent', phone: '' },
  { id: 5, name: 'Len Lender', role: 'Lender', phone: '' },
];

/** Creates an account with five users, publishes them as auth does, and returns the API of each. */
export const createTestTeam = async <T>(bus: Bus, as: (actor: Actor) => T) => {
  const accountId = randomAccountId();
  const findUser = (userId: number) => TEAM.find(({ id }) => id === userId)!;
  const actor = (userId: number, system?: string): Actor => {
    const { role, name } = findUser(userId);
    return { accountId, userId, role, userName: name, ...(system && { system }) };
  };
  const publishUser = (user: (typeof TEAM)[number], version: number): Promise<void> => {
    const email = `${user.name.split(' ')[0]!.toLowerCase()}@agency.example`;
    return bus.publish(formatTopic('auth'), [createUserMessage(accountId, { ...user, email, version })]);
  };
  for (const user of TEAM) await publishUser(user, 1);
  return {
    accountId,
    actor,
    owner: as(actor(1)),
    broker: as(actor(2)),
    agent: as(actor(3)),
    agent2: as(actor(4)),
    lender: as(actor(5)),
    /** Publishes a user under a new name. */
    rename: (id: number, name: string, version: number) => publishUser({ ...findUser(id), name }, version),
  };
};

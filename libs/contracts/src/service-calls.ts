import { AccountServiceDefinition } from './generated/porchlight/auth/v1/account_service';
import { UserServiceDefinition } from './generated/porchlight/auth/v1/user_service';
import { EventServiceDefinition } from './generated/porchlight/people/v1/event_service';
import { PersonServiceDefinition } from './generated/porchlight/people/v1/person_service';

const path = ({ fullName }: { readonly fullName: string }, { name }: { readonly name: string }): string =>
  `/${fullName}/${name}`;
const people = path(PersonServiceDefinition, PersonServiceDefinition.methods.listPeople);
const events = path(EventServiceDefinition, EventServiceDefinition.methods.listEvents);
const users = path(UserServiceDefinition, UserServiceDefinition.methods.listUsers);
const systemKey = path(AccountServiceDefinition, AccountServiceDefinition.methods.getSystemKey);

/**
 * Paths of the RPC methods that each service may call; the gateway may call all. A token that such a service signs
 * allows no other call, for any actor (docs/adr/0026-one-key-per-service.md).
 */
export const SERVICE_CALLS: Readonly<Record<string, readonly string[]>> = {
  marketing: [people, events, users],
  deals: [people, users],
  notifier: [systemKey],
};

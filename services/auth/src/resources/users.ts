import type { User } from '@porchlight/contracts';
import type { Condition, Strategy } from '@porchlight/store';
import type { UserDocument } from '../documents';

/** Rules of users: they are read here; accounts and the team's settings make them. */
export const userStrategy: Strategy<User, UserDocument> = {
  toRecord: (document) => ({
    id: document.id,
    created: document.created,
    updated: document.updated,
    name: document.name,
    firstName: document.firstName,
    lastName: document.lastName,
    email: document.email,
    phone: document.phone,
    role: document.role,
    status: document.status,
    timezone: document.timezone,
    beta: false,
    isOwner: document.isOwner,
    groups: [],
    version: document.version,
  }),
  conditionFor: (_call, filter): Condition | undefined =>
    filter.name === 'email' ? { emailKey: filter.values[0]?.toLowerCase() } : undefined,
};

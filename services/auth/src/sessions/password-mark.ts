import type { UserDocument } from '../documents';
import type { SessionPorts } from './session-ports';

/** Stands for the password that a user has now: what was given out for a former one counts no more. */
export const passwordMarkOf = (
  { secrets }: Pick<SessionPorts, 'secrets'>,
  { passwordHash = '' }: Pick<UserDocument, 'passwordHash'>,
): string => secrets.hash(`password ${passwordHash}`);

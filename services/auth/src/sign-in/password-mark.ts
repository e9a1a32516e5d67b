import type { UserDocument } from '../users';
import type { SessionPorts } from './session-ports';

/** Hash of the current password: links and sessions of an earlier password are invalid. */
export const hashPasswordVersion = (
  { secrets }: Pick<SessionPorts, 'secrets'>,
  { passwordHash = '' }: Pick<UserDocument, 'passwordHash'>,
): string => secrets.hash(`password ${passwordHash}`);

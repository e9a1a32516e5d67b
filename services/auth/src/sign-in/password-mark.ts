import type { UserDocument } from '../users';
import type { SessionPorts } from './session-ports';

/** Version of the user's password: links and sessions of earlier versions are invalid. */
export const passwordMarkOf = (
  { secrets }: Pick<SessionPorts, 'secrets'>,
  { passwordHash = '' }: Pick<UserDocument, 'passwordHash'>,
): string => secrets.hash(`password ${passwordHash}`);

import { clientNetwork } from '@porchlight/limits';
import { systemCall } from '@porchlight/store';
import { equalHashes } from '../security';
import type { UserDocument } from '../users';
import type { Sessions } from './session-parts';

const ID_BYTES = 16;
const DEVICE = /^([A-Za-z0-9_-]{22})\.(\d{1,10})\.(\d{1,10})\.([0-9a-f]{64})$/;

type Devices = Pick<Sessions, 'secrets' | 'mailer'>;

const signDevice = ({ secrets }: Devices, id: string, accountId: number, userId: number): string =>
  secrets.hash(`device ${id} ${accountId}:${userId}`);

/** Only who opened a mailed link has devices: anybody can be signed in with a foreign email (N2). */
const mayHaveDevice = ({ mailer }: Devices, { emailConfirmed }: UserDocument): boolean =>
  mailer.leaves && emailConfirmed === true;

/** Value of the device cookie for a browser in which the user has signed in; empty before the email is confirmed. */
export const issueDevice = (parts: Devices & Pick<Sessions, 'ids'>, user: UserDocument): string => {
  if (!mayHaveDevice(parts, user)) return '';
  const id = parts.ids.random(ID_BYTES).toString('base64url');
  return `${id}.${user.accountId}.${user.id}.${signDevice(parts, id, user.accountId, user.id)}`;
};

/**
 * The id of a device in which an active user with this email has signed in before; undefined for unknown and forged
 * values, and for devices of users with another email.
 */
export const findKnownDevice = async (
  parts: Devices & Pick<Sessions, 'users'>,
  device: string | undefined,
  emailKey: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const [, id, accountId, userId, mark] = DEVICE.exec(device ?? '') ?? [];
  if (id === undefined || !equalHashes(mark!, signDevice(parts, id, Number(accountId), Number(userId))))
    return undefined;
  const user = await parts.users.load(systemCall(Number(accountId), signal), Number(userId));
  const isOfEmail = user?.emailKey === emailKey && user.status === 'Active' && mayHaveDevice(parts, user);
  return isOfEmail ? id : undefined;
};

/** Network of an address for limits: an IPv4 address, or the /64 of an IPv6 address. */
export const networkKey = (address: string | undefined): string => clientNetwork(address ?? '');

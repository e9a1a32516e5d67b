import { t } from '@lingui/core/macro';
import { skipToken, useQuery } from '@tanstack/react-query';
import { callSession } from '../api/porchlight';

/** Who invites whom. */
interface Invitation {
  readonly accountName: string;
  /** Empty if that user is unknown. */
  readonly invitedBy: string;
  /** Email of the invited user. */
  readonly email: string;
}

/** Reads the invitation of a token; nothing without one. The link stays valid. */
export const useInvitation = (token: string) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn:
      token === ''
        ? skipToken
        : ({ signal }) => callSession<Invitation>('POST', '/session/readInvitation', { token }, signal),
    staleTime: Infinity,
  });

/** The invitation in words. */
export const describeInvitation = ({ accountName, invitedBy, email }: Invitation): string =>
  invitedBy === ''
    ? t`You are invited to ${accountName}. Choose a password for signing in as ${email}.`
    : t`${invitedBy} invites you to ${accountName}. Choose a password for signing in as ${email}.`;

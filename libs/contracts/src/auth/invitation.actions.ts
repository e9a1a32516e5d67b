import { defineAction, type Action } from '@porchlight/resource';
import { InvitationServiceDefinition } from '../generated/porchlight/auth/v1/invitation_service';
import { ADMINS } from '../roles';
import { objectOf, text } from '../schemas';

/** The meaning of names for people who use the API. */
const TEXTS = {
  invitationUrl: 'Link with which the user chooses a password.',
} as const;

/** Management of invitations by owner and brokers. */
export const invitationActions: readonly Action[] = [
  defineAction({
    describe: TEXTS,
    service: 'auth',
    resource: 'users',
    definition: InvitationServiceDefinition,
    name: 'invite',
    summary:
      'Resend an invitation with a new link; earlier links of the user stop working. 409 unless the user is Invited. ' +
      'Beyond the limits of mails no mail is sent, and the link is in the response only.',
    method: 'POST',
    path: '/users/:id/invitation',
    roles: ADMINS,
    rpc: 'sendInvitation',
    request: ({ id }) => ({ userId: id }),
    respond: ({ url, mailed }) => ({ status: 200, body: { invitationUrl: url, mailed } }),
    responses: {
      200: {
        description: 'The link, valid for 7 days, once.',
        schema: objectOf({
          invitationUrl: text,
          mailed: { type: 'boolean', description: 'True if a mail was sent.' },
        }),
      },
    },
  }),
];

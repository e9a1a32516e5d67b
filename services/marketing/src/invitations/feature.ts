import { appointmentInvited } from '@porchlight/contracts';
import { copies } from '../copies';
import { mail } from '../mail';
import { defineFeature } from '../service';
import { suppressions } from '../suppressions';
import { followInvitations, type InvitationJobs, invitationMails } from './send-invitations';

/** Invitations to appointments by mail (D12.1). */
export const invitations = defineFeature({
  name: 'invitations',
  needs: { copies, mail, suppressions },
  open: ({ openJobs }): { readonly jobs: InvitationJobs } => ({ jobs: openJobs(invitationMails) }),
  serve({ jobs }, { copies: opened, mail: mailer, suppressions: { contactMailer }, clock, logger }) {
    // Without a mail server nothing is mailed, now or later.
    if (!mailer.configured) return {};
    return {
      on: {
        'marketing.copies': { handler: followInvitations(jobs), types: new Set([appointmentInvited.type]) },
      },
      jobs: [jobs.run({ copies: opened, contactMailer, clock, logger })],
    };
  },
});

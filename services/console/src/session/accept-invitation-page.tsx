import type { ReactElement } from 'react';
import { ChoosePassword } from './choose-password';

/** Accepts an invitation: /console/invitation?token=… */
export default function AcceptInvitationPage(): ReactElement {
  return (
    <ChoosePassword
      title="Join your team"
      about="Choose a password for signing in."
      verb="Join"
      path="/session/acceptInvitation"
    />
  );
}

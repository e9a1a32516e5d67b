import type { ReactElement } from 'react';
import { ChoosePassword } from './choose-password';

/** Accepts an invitation: /console/invitation?token=… */
export default function AcceptInvitationPage(): ReactElement {
  return <ChoosePassword title="Join your team" about="Choose the password that you will sign in with." verb="Join" path="/session/acceptInvitation" />;
}

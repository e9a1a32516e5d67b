import type { ReactElement } from 'react';
import { ChoosePassword } from './choose-password';

/** Sets a new password: /console/new-password?token=… */
export default function NewPasswordPage(): ReactElement {
  return (
    <ChoosePassword
      title="New password"
      about="You are signed in after you set it."
      verb="Set password"
      path="/session/newPassword"
      offersRevocation
    />
  );
}

import type { ReactElement } from 'react';
import { ChoosePassword } from './choose-password';

/** Creates the account of a sign-up: /console/confirm-sign-up?token=… */
export default function ConfirmSignUpPage(): ReactElement {
  return (
    <ChoosePassword
      title="Choose a password"
      about="Your email address is confirmed. You become the owner of the new account."
      verb="Create account"
      path="/session/confirmSignUp"
    />
  );
}

export { signIn } from './feature';
export { isEmailConfirmed } from './email-confirmed';
export { findKnownDevice, networkKey } from './known-device';
export { openSession, requireSession } from './open-session';
export { assertPassword, hashPasswordVersion } from './password';
export { confirmIdentity, loadSecondFactor } from './second-factor';
export type { Identities, Sessions, SignIn } from './session-parts';
export { signIn as signInByPassword } from './sign-in';

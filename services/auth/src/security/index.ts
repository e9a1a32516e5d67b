export { security, type Security } from './feature';
export { type Attempts, undoOnError } from './attempts';
export { generateCredential, type IdempotentCall } from './generate-credential';
export { CLIENT_AUTHENTICATION, type LockOut, perDay, perHour, SIGN_IN } from './lock-out';
export { equalHashes, type PasswordCaller, type Secrets } from './secrets';

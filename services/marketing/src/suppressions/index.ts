export { followFormerOptOuts } from './former-opt-outs';
export { type ContactMailResult, explainSuppression, type ContactMailer, type WaitingMail } from './contact-mailer';
export { suppressRecipients } from './suppress-recipients';
export type { SuppressedAddresses, SuppressionRequest } from './suppressed-addresses';
export type { SuppressionDocument } from './suppressions-strategy';
export { createUnsubscribeLinks } from './unsubscribe-links';
export { suppressions, type Suppressions } from './feature';

export { createMailer } from './create-mailer';
export type { MailerOptions } from './create-mailer';
export type { Mail, Mailer, MailResult } from './mail';
export { mailFields, mailerOptions } from './mail-fields';
export { plainName } from './plain-name';
export { createRecordingMailer } from './recording-mailer';
export type { RecordingMailer } from './recording-mailer';
export { readMail } from './read-mail';
export type { ArrivedMail } from './read-mail';

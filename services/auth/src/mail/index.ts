export { mail } from './feature';
export {
  confirmationMail,
  invitationMail,
  newOwnerMail,
  passwordChangedMail,
  resetMail,
  signUpMail,
  type ResetLink,
} from './mail-texts';
export { notifyUser, sendMail, type UserMailer } from './send-mail';

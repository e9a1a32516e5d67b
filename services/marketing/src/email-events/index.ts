export { countOnce } from './count-once';
export { countSentMail } from './count-sent-mail';
export { findSurvivor } from './move-history';
export { emailEvents, type EmailEvents } from './feature';

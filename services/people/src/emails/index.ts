export { emails, type Emails } from './feature';

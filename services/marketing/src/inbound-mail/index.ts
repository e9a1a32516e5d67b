export { inboundMail } from './feature';

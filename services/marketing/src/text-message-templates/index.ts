export { textMessageTemplates } from './feature';

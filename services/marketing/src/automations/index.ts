export { automations } from './feature';

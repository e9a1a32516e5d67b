export { grants } from './feature';

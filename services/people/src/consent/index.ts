export { consent } from './feature';

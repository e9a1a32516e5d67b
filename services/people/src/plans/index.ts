export { plans } from './feature';

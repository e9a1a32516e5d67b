export { stream } from './feature';

export { profiles } from './feature';

export { retention } from './feature';

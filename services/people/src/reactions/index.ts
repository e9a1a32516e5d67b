export { reactions } from './feature';

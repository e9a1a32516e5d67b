export { emails } from './feature';

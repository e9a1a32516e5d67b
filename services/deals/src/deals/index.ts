export { deals } from './feature';

export { imports } from './feature';

export { reports } from './feature';

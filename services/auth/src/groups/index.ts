export { groups } from './feature';

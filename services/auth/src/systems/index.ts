export { systems } from './feature';

export { leads } from './feature';

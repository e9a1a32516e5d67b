export { erasures } from './feature';

export { stages } from './feature';

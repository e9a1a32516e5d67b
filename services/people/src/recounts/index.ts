export { recounts } from './feature';

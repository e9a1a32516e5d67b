export { merges } from './feature';

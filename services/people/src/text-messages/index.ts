export { textMessages } from './feature';

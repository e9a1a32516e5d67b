export { ownership } from './feature';

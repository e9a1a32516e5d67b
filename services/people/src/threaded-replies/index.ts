export { threadedReplies, type ThreadedReplies } from './feature';

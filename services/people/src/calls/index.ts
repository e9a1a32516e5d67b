export { callActivity } from './call-activity';
export { calls, type Calls } from './feature';

export { tasks, type Tasks } from './feature';
export { taskActivity } from './task-activity';
export { deriveTask, type TaskDocument } from './tasks-strategy';

import { type Task, tasks as descriptor } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import { people } from '../people';
import { records } from '../records';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { taskActivity } from './task-activity';
import { createTasksStrategy, taskColumns, type TaskDocument } from './tasks-strategy';

/** The store of tasks. */
export type Tasks = ResourceStore<Task, TaskDocument>;

/** Tasks of users with people. */
export const tasks = defineFeature({
  name: 'tasks',
  needs: { settings, people, records },
  open: ({ clock, settings: { settingsCache }, people: { people: peopleStore }, records: opened }): Tasks =>
    opened.open<Task, TaskDocument>({
      descriptor,
      columns: taskColumns,
      strategy: createTasksStrategy({ people: peopleStore, settingsCache, clock }),
      activity: taskActivity,
    }),
});

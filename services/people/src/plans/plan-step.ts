import { TASK_TYPES } from '@porchlight/contracts';
import * as z from 'zod';

const id = z.number().int().min(1).max(2_147_483_647);
const word = z.string().max(255);

const schema = z.object({
  stepId: z.string().min(1).max(255),
  personId: id,
  /** The plan that the step belongs to. */
  actionPlanId: id.nullish(),
  /** The user who applied the plan; 0 = lead flow. */
  userId: z.number().int().min(0),
  type: z.enum(['createTask', 'addTags', 'changeStage', 'addNote']),
  task: z.object({ name: z.string(), type: z.string().optional() }).nullish(),
  tags: z.array(word).nullish(),
  stage: word.nullish(),
  note: z.object({ subject: z.string().optional(), body: z.string().optional() }).nullish(),
});

/** A due step of an action plan, as published by marketing. */
export type PlanStep = z.output<typeof schema>;

/** Parses the step of a fact. Throws if it is invalid. */
export const parsePlanStep = (dataJson: string): PlanStep => schema.parse(JSON.parse(dataJson));

const DEFAULT_TYPE = 'Follow Up';

/** Name and type of the task that a step creates. */
export const buildTask = ({ task }: PlanStep): { name: string; type: string } => ({
  name: task?.name.trim().slice(0, 255) || DEFAULT_TYPE,
  type: (TASK_TYPES as readonly string[]).includes(task?.type ?? '') ? (task?.type as string) : DEFAULT_TYPE,
});

import { column, type Columns, type Document, type Stored } from '@porchlight/store';
import type { StoredAutomationStep } from './automation-steps';

const triggerColumns = {
  type: column.text,
  stage: column.optional(column.text),
  tag: column.optional(column.text),
  eventType: column.optional(column.text),
  dealStageId: column.optional(column.number),
  /** The pipeline of the stage of deals: a stage is deleted with its pipeline. */
  dealPipelineId: column.optional(column.number),
  noReplyFor: column.optional(column.nested({ value: column.number, unit: column.text })),
} satisfies Columns;

/** What starts an automation, as stored. */
export type StoredTrigger = Stored<typeof triggerColumns>;

export const automationColumns = {
  name: column.text,
  status: column.text,
  trigger: column.nested(triggerColumns),
  /** Filters of GET /people as JSON. */
  conditions: column.optional(column.text),
  steps: column.listOf(column.anything<StoredAutomationStep>()),
  /** Type of the trigger, by which changes find the automation. */
  triggerType: column.text,
  /** Templates that its steps send, while it is not deleted. */
  templateIds: column.listOf(column.number),
} satisfies Columns;

/** An automation as stored. */
export interface AutomationDocument extends Document, Stored<typeof automationColumns> {}

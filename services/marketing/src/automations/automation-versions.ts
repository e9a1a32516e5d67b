import { column, defineDocument, type DocumentOf } from '@porchlight/store';
import { instructionColumns } from './automation-steps';

/** The program of an automation when a run started, stored once for all runs with it. Immutable. */
export const automationVersionSchema = defineDocument(
  {
    /** stepsKey of the program. */
    _id: column.text,
    accountId: column.number,
    automationId: column.number,
    steps: column.listOf(column.nested(instructionColumns)),
  },
  [{ keys: { automationId: 1 } }],
);
export type AutomationVersion = DocumentOf<typeof automationVersionSchema>;

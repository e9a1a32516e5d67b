import type { CustomValues } from '@porchlight/custom-fields';
import type { Document } from '@porchlight/store';

/** The status of a deal that is deleted softly (decisions section 6). */
export const DELETED = 'Deleted';

/** A deal as it is kept. People and users are kept by id; their names are looked up when read. */
export interface DealDocument extends Document {
  name: string;
  pipelineId: number;
  stageId: number;
  enteredStageAt: Date;
  status: string;
  /** Status is Deleted: left out of lists. */
  deleted: boolean;
  price?: number;
  /** Place inside the stage; of equal ones the newest deal comes first. */
  orderWeight: number;
  description?: string;
  /** YYYY-MM-DD. */
  projectedCloseDate?: string;
  peopleIds: number[];
  userIds: number[];
  /** Values of custom fields by the field's id. */
  custom?: CustomValues;
  /** `c<field id>=<value>` of every value, for filters by custom fields. */
  customKeys?: string[];
}

/** Fields of which partners hear that they changed. */
const TELLING = [
  'name',
  'pipelineId',
  'stageId',
  'status',
  'price',
  'orderWeight',
  'description',
  'projectedCloseDate',
  'peopleIds',
  'userIds',
  'customKeys',
] as const satisfies readonly (keyof DealDocument)[];

/** The webhook event of an update; undefined when partners see nothing of it. */
export const eventOfUpdate = (before: DealDocument, after: DealDocument): 'dealsUpdated' | 'dealsDeleted' | undefined => {
  if (after.deleted && !before.deleted) return 'dealsDeleted';
  const same = (field: (typeof TELLING)[number]): boolean => JSON.stringify(before[field]) === JSON.stringify(after[field]);
  return TELLING.every(same) ? undefined : 'dealsUpdated';
};

import type { CustomValue } from '@porchlight/custom-fields';
import { column, type Columns, type Document, type Stored } from '@porchlight/store';

/** The status of a deal that is deleted softly (decisions section 6). */
export const DELETED = 'Deleted';
/** The status that lists show without parameters. */
export const ACTIVE = 'Active';

const dealTermColumns = {
  price: column.optional(column.number),
  description: column.optional(column.text),
  /** Days, YYYY-MM-DD. */
  projectedCloseDate: column.optional(column.text),
  earnestMoneyDueDate: column.optional(column.text),
  mutualAcceptanceDate: column.optional(column.text),
  dueDiligenceDate: column.optional(column.text),
  finalWalkThroughDate: column.optional(column.text),
  possessionDate: column.optional(column.text),
  /** Amounts with at most two decimals. */
  commissionValue: column.optional(column.number),
  agentCommission: column.optional(column.number),
  teamCommission: column.optional(column.number),
} satisfies Columns;

/** Optional values of a deal that are stored as they were sent (decisions section 11). */
export type DealTerms = Stored<typeof dealTermColumns>;

const TERMS = [
  'price',
  'description',
  'projectedCloseDate',
  'earnestMoneyDueDate',
  'mutualAcceptanceDate',
  'dueDiligenceDate',
  'finalWalkThroughDate',
  'possessionDate',
  'commissionValue',
  'agentCommission',
  'teamCommission',
] as const satisfies readonly (keyof DealTerms)[];

type TermsInput = { readonly [K in keyof DealTerms]?: DealTerms[K] | undefined };

/** The optional values that are set; documents and records hold no undefined. */
export const buildTerms = (input: TermsInput): DealTerms =>
  Object.fromEntries(TERMS.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));

/** Sets the optional values that the mask names, and removes those without a value. */
export const applyTerms = (document: DealTerms, input: TermsInput, mask: ReadonlySet<string>): void => {
  for (const name of TERMS) {
    if (!mask.has(name)) continue;
    delete document[name];
    Object.assign(document, buildTerms({ [name]: input[name] }));
  }
};

export const dealColumns = {
  ...dealTermColumns,
  name: column.text,
  /** The normalized name, for sorting. */
  nameKey: column.text,
  pipelineId: column.number,
  stageId: column.number,
  enteredStageAt: column.date,
  status: column.text,
  /** Status is Deleted: left out of lists. */
  deleted: column.flag,
  /** Place inside the stage; of equal ones the newest deal comes first. */
  orderWeight: column.number,
  peopleIds: column.listOf(column.number),
  userIds: column.listOf(column.number),
  /** Values of custom fields by the field's id. */
  custom: column.optional(column.mapOf<CustomValue>(column.either(column.text, column.number))),
  /** `c<field id>=<value>` of every value, for filters by custom fields. */
  customKeys: column.optional(column.listOf(column.text)),
} satisfies Columns;

/** A deal as stored. People and users are stored by id; their names are looked up on read. */
export interface DealDocument extends Document, Stored<typeof dealColumns> {}

/** Fields whose changes fire a webhook. */
const TELLING = [
  'name',
  'pipelineId',
  'stageId',
  'status',
  'orderWeight',
  'peopleIds',
  'userIds',
  'customKeys',
  ...TERMS,
] as const satisfies readonly (keyof DealDocument)[];

/** The webhook event of an update; undefined when partners see nothing of it. */
export const eventOfUpdate = (before: DealDocument, after: DealDocument) => {
  if (after.deleted && !before.deleted) return 'dealsDeleted';
  const same = (field: (typeof TELLING)[number]): boolean =>
    JSON.stringify(before[field]) === JSON.stringify(after[field]);
  return TELLING.every(same) ? undefined : 'dealsUpdated';
};

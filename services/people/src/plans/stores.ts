import type { BusMessage } from '@porchlight/bus';
import { ActionPlan, Change } from '@porchlight/contracts';
import { column, defineDocument, type DocumentCollection, type DocumentOf, storeNewer } from '@porchlight/store';
import type { Activity } from '../activity';
import type { People } from '../people';
import type { Service } from '../service';
import type { Settings } from '../settings';
import { createPlanSteps, planStepSchema } from './plan-steps';

/** Copies of the action plans of accounts. */
export interface ActionPlans {
  /** True if the plan exists and is not deleted. */
  isActive(accountId: number, planId: number): Promise<boolean>;
}

/** Copy of an action plan; marketing owns the original, which is never removed but gets the status Deleted. */
const planCopySchema = defineDocument({
  /** `<accountId>:<planId>` */
  _id: column.text,
  accountId: column.number,
  active: column.flag,
  /** Version of the original; an older one never replaces a newer one. */
  version: column.number,
});
type PlanCopy = DocumentOf<typeof planCopySchema>;

/** Copies of marketing's action plans: whether they are active. */
interface PlanCopies extends ActionPlans {
  /** Applies marketing's changes. Ignores repeated and older ones. */
  apply(batch: readonly BusMessage[]): Promise<void>;
}

/** Stores the copies in a collection. */
const createPlanCopies = (collection: DocumentCollection<PlanCopy>): PlanCopies => ({
  isActive: async (accountId, planId) =>
    (await collection.findOne({ _id: formatKey(accountId, planId) }))?.active ?? false,
  apply: (batch) => storeNewer(collection, batch.flatMap(parseCopies)),
});

const formatKey = (accountId: number, planId: number): string => `${accountId}:${planId}`;

const parseCopies = ({ type, value }: BusMessage): PlanCopy[] => {
  if (!type.startsWith('marketing.actionPlans.')) return [];
  const { accountId, record } = Change.decode(value);
  if (record.length === 0) return [];
  const { id, status, version } = ActionPlan.decode(record);
  return [{ _id: formatKey(accountId, id), accountId, active: status === 'Active', version }];
};

/** Opens the copies of action plans and the received steps. */
export const openPlans = ({ store, clock }: Pick<Service, 'store' | 'clock'>) => ({
  plans: createPlanCopies(store.collection('actionPlans', planCopySchema)),
  planSteps: createPlanSteps(store.collection('planSteps', planStepSchema), clock),
});

/** The stores of plans. */
export type Plans = ReturnType<typeof openPlans>;

/** What the operations of this feature work with. */
export type Ports = Service & Settings & People & Activity & Plans;

import type { ListQuery, Row } from '@porchlight/resource';
import { DAY_MS } from '@porchlight/runtime';
import type { Document } from '../contract/document';
import type { StoreCall } from '../contract/store-call';
import type { ListPlan } from '../contract/strategy';
import type { ResourceContext } from '../resource-context';
import { excludeDeleted } from '../soft-delete';
import { resolveOrder } from './list-position';
import { selectRecords } from './selection';

const NO_PLAN: ListPlan = {};

/** Creates the function that plans a list: the query by the rules of the resource, what it selects, and its order. */
export const createListPlanner = <R extends Row, D extends Document>({
  options,
  rules,
  clock,
}: Pick<ResourceContext<R, D>, 'options' | 'rules' | 'clock'>) => {
  const { descriptor } = options;

  /**
   * Expired records are left out before the database deletes them. The condition is in every list, so that totals are
   * counted: counters do not notice expired records.
   */
  const withRetention = (plan: ListPlan<D>): ListPlan<D> => {
    const { retentionDays } = descriptor;
    if (retentionDays === undefined) return plan;
    const created = { $gt: new Date(clock.now() - retentionDays * DAY_MS) };
    return { ...plan, conditions: [{ created }, ...(plan.conditions ?? [])] };
  };

  const withDefaultSort = (query: ListQuery): ListQuery => {
    const { defaultSort } = descriptor;
    return query.sort === '' && defaultSort !== undefined ? { ...query, sort: defaultSort, descending: false } : query;
  };

  return async (call: StoreCall, sent: ListQuery) => {
    const requested = withDefaultSort(sent);
    const ruled = (await rules.planList?.(call, requested)) ?? NO_PLAN;
    const query = ruled.query ?? requested;
    const conditions = [excludeDeleted(descriptor, query.filters), ...(ruled.conditions ?? [])];
    const listPlan = withRetention({ ...ruled, conditions });
    return {
      query,
      counter: listPlan.counter,
      selection: selectRecords<R, D>(options, call, query.filters, listPlan),
      order: resolveOrder(options, query, listPlan),
    };
  };
};

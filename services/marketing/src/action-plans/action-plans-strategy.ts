import type { ActionPlan, PlanStep, Template } from '@porchlight/contracts';
import { refuse, refuseAll } from '@porchlight/errors';
import {
  column,
  type Columns,
  type Document,
  type Index,
  type ResourceStore,
  type StoreCall,
  type Stored,
  type Strategy,
} from '@porchlight/store';
import {
  checkStepsSize,
  keepSteps,
  findStepProblems,
  showSteps,
  stepColumn,
  listTemplateIds,
  type StoredStep,
} from './plan-steps';
import type { TemplateDocument } from '../templates';

export const actionPlanColumns = {
  name: column.text,
  status: column.text,
  steps: column.listOf(stepColumn),
  /** Templates that its steps send, while it is Active. */
  templateIds: column.listOf(column.number),
} satisfies Columns;

/** An action plan as stored. */
export interface ActionPlanDocument extends Document, Stored<typeof actionPlanColumns> {}

/** Plans are found by the templates that they use, which cannot be deleted then. */
export const ACTION_PLAN_INDEXES: readonly Index[] = [{ keys: { templateIds: 1 } }];

const usedBy = (status: string, steps: readonly StoredStep[]): number[] =>
  status === 'Active' ? listTemplateIds(steps) : [];

/**
 * Rules of action plans (decisions section 6). Lists without a status show active plans. A deleted plan can still be
 * read by its id, because applied plans name it.
 */
export const createActionPlanStrategy = (
  templates: Pick<ResourceStore<Template, TemplateDocument>, 'load'>,
): Strategy<ActionPlan, ActionPlanDocument> => {
  /** Added templates must exist and be visible to the caller. */
  const checked = async (call: StoreCall, steps: readonly PlanStep[], existingIds: readonly number[]) => {
    const problems = findStepProblems(steps);
    if (problems.length > 0) throw refuseAll('INVALID_BODY', problems);
    for (const templateId of listTemplateIds(steps)) {
      if (existingIds.includes(templateId) || (await templates.load(call, templateId))) continue;
      const at = steps.findIndex((step) => step.templateId === templateId);
      throw refuse('UNKNOWN_REFERENCE', { field: `steps[${at}].templateId`, what: 'a template', value: templateId });
    }
    const stored = keepSteps(steps);
    checkStepsSize(stored);
    return stored;
  };

  return {
    async prepare(call, { before, input, mask }, declared) {
      const former = before?.steps ?? [];
      const steps = mask.has('steps') ? await checked(call, input.steps, listTemplateIds(former)) : former;
      const plan = await declared();
      return { ...plan, steps, templateIds: usedBy(plan.status, steps) };
    },
    planList: (_call, { filters }) =>
      filters.some(({ name }) => name === 'status')
        ? {}
        : { conditions: [{ status: 'Active' }], counter: filters.length === 0 ? 'status:Active' : undefined },
    counts: ({ status }) => [`status:${status}`],
    render: ({ steps }) => ({ steps: showSteps(steps) }),
  };
};

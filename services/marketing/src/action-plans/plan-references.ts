import type { NamingRules } from '@porchlight/backend';
import type { NamedRecord } from '@porchlight/contracts';
import { normalizeText } from '@porchlight/store';
import type { ActionPlanDocument } from './action-plans-strategy';
import { listTemplateIds, type StoredStep } from './plan-steps';

/** Whether a step names the record: a template by its id, a stage by its name. */
export const stepNames = (
  { templateId, stage }: Pick<StoredStep, 'templateId' | 'stage'>,
  { kind, id, name }: NamedRecord,
): boolean =>
  kind === 'templates'
    ? templateId === id
    : kind === 'stages' && stage !== undefined && normalizeText(stage) === normalizeText(name);

/** Steps of action plans name templates by id and stages by name. Deleted plans do not count. */
export const actionPlanNames: NamingRules<ActionPlanDocument> = {
  condition: { status: 'Active' },
  title: ({ name }) => name,
  names: ({ steps }, record) => steps.some((step) => stepNames(step, record)),
  replace(plan, record, replacement) {
    const steps = plan.steps.map((step) => {
      if (!stepNames(step, record)) return step;
      return record.kind === 'templates'
        ? { ...step, templateId: replacement.id }
        : { ...step, stage: replacement.name };
    });
    return { ...plan, steps, templateIds: listTemplateIds(steps) };
  },
};

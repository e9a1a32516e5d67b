import type { NamingRules } from '@porchlight/backend';
import type { NamedRecord } from '@porchlight/contracts';
import { normalizeText } from '@porchlight/store';
import type { ActionPlanDocument } from './action-plans-strategy';
import { listTemplateIds, type StoredStep } from './plan-steps';

const namesRecord = ({ templateId, stage }: StoredStep, { kind, id, name }: NamedRecord): boolean =>
  kind === 'templates'
    ? templateId === id
    : kind === 'stages' && stage !== undefined && normalizeText(stage) === normalizeText(name);

/** Steps of action plans name templates by id and stages by name. Deleted plans do not count. */
export const actionPlanNames: NamingRules<ActionPlanDocument> = {
  condition: { status: 'Active' },
  title: ({ name }) => name,
  names: ({ steps }, record) => steps.some((step) => namesRecord(step, record)),
  replace(plan, record, replacement) {
    const steps = plan.steps.map((step) => {
      if (!namesRecord(step, record)) return step;
      return record.kind === 'templates'
        ? { ...step, templateId: replacement.id }
        : { ...step, stage: replacement.name };
    });
    return { ...plan, steps, templateIds: listTemplateIds(steps) };
  },
};

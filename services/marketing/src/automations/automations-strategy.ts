import type { Automation, AutomationTrigger } from '@porchlight/contracts';
import { refuse, refuseAll } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { Index, StoreCall, Strategy } from '@porchlight/store';
import { listTemplateIds } from '../action-plans';
import { findCurrentProblems } from './automation-problems';
import type { Conditions } from './automation-conditions';
import type { AutomationDocument, StoredTrigger } from './automation-document';
import type { AutomationDirectory } from './automation-directory';
import { checkReferences, findDealPipeline, type ReferenceSources } from './automation-references';
import {
  checkAutomationSize,
  keepAutomationSteps,
  listSteps,
  showAutomationSteps,
  type StoredAutomationStep,
} from './automation-steps';

/** Active automations are found by the type of their trigger. */
export const AUTOMATION_INDEXES: readonly Index[] = [{ keys: { status: 1, triggerType: 1 } }];

const EXISTING = ['Active', 'Disabled'];

const keepTrigger = ({ type, stage, tag, eventType, dealStageId, noReplyFor }: AutomationTrigger): StoredTrigger => ({
  type,
  ...(stage !== undefined && { stage }),
  ...(tag !== undefined && { tag }),
  ...(eventType !== undefined && { eventType }),
  ...(dealStageId !== undefined && { dealStageId }),
  ...(noReplyFor && { noReplyFor: { value: noReplyFor.value, unit: noReplyFor.unit } }),
});

/** What the rules of automations work with. */
export interface AutomationRules extends ReferenceSources {
  readonly conditions: Conditions;
  readonly directory: AutomationDirectory;
}

/**
 * Rules of automations (D12.5). Lists without a status show those that are not deleted. A deleted one can still be read
 * by its id, because runs name it.
 */
export const createAutomationStrategy = (rules: AutomationRules): Strategy<Automation, AutomationDocument> => {
  const checkConditions = async (call: StoreCall, after: Pick<AutomationDocument, 'conditions' | 'steps'>) => {
    const { accountId } = call.actor;
    const named = [
      { conditions: after.conditions, field: 'conditions' },
      ...listSteps(after.steps).map(({ step, path }) => ({
        conditions: step.conditions,
        field: `${path}.conditions`,
      })),
    ];
    for (const { conditions, field } of named)
      if (conditions !== undefined) await rules.conditions.check(accountId, conditions, field, call.signal);
  };

  const checkCount = async ({ actor }: StoreCall, before: AutomationDocument | undefined, status: string) => {
    if (!EXISTING.includes(status) || (before && EXISTING.includes(before.status))) return;
    const limit = LIMITS.automations.value;
    if ((await rules.directory.countExisting(actor.accountId)) >= limit)
      throw refuse('LIMIT_REACHED', { limit, what: 'automations' });
  };

  return {
    async prepare(call, { before, input, mask }, declared) {
      const problems = findCurrentProblems(input, mask);
      if (problems.length > 0) throw refuseAll('INVALID_BODY', problems);
      const steps: StoredAutomationStep[] = mask.has('steps')
        ? keepAutomationSteps(input.steps)
        : (before?.steps ?? []);
      if (mask.has('steps')) checkAutomationSize(steps);
      const plain = await declared();
      const trigger =
        mask.has('trigger') && input.trigger
          ? await findDealPipeline(rules, call, keepTrigger(input.trigger), before?.trigger)
          : (before?.trigger ?? plain.trigger);
      const after = { ...plain, steps, trigger, triggerType: trigger.type };
      await checkCount(call, before, after.status);
      if (mask.has('steps') || mask.has('trigger') || mask.has('conditions')) {
        await checkReferences(rules, call, after, before);
        if (mask.has('steps') || mask.has('conditions')) await checkConditions(call, after);
      }
      const used = EXISTING.includes(after.status) ? listSteps(steps).map(({ step }) => step) : [];
      return { ...after, templateIds: listTemplateIds(used) };
    },
    planList: (_call, { filters }) => {
      const isOn = (filter: string): boolean =>
        filters.some(({ name, values: [value] }) => name === filter && value === 'true');
      return {
        conditions: [
          filters.some(({ name }) => name === 'status') ? undefined : { status: { $in: EXISTING } },
          isOn('enabledOnly') ? { status: 'Active' } : undefined,
          isOn('manualOnly') ? { triggerType: 'manual' } : undefined,
        ],
      };
    },
    counts: ({ status }) => [`status:${status}`],
    render: ({ steps }) => ({ steps: showAutomationSteps(steps) }),
  };
};

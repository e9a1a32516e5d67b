import { filtersName, replaceInFilters, type NamingRules, type Originals } from '@porchlight/backend';
import { pipelines, stages, type NamedRecord, type Pipeline, type Stage, type Template } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { normalizeText, type ResourceStore, type StoreCall } from '@porchlight/store';
import { listTemplateIds, stepNames } from '../action-plans';
import type { MarketingCopies } from '../copies';
import type { TemplateDocument } from '../templates';
import { parseConditions } from './automation-conditions';
import { listSteps, type StoredAutomationStep } from './automation-steps';
import type { AutomationDocument, StoredTrigger } from './automation-document';

const conditionsName = (conditions: string | undefined, record: NamedRecord): boolean =>
  conditions !== undefined && filtersName(parseConditions(conditions), record);

const replaceConditions = (conditions: string, record: NamedRecord, replacement: NamedRecord): string =>
  JSON.stringify(replaceInFilters(parseConditions(conditions), record, replacement));

const replaceInStep = (
  step: StoredAutomationStep,
  record: NamedRecord,
  replacement: NamedRecord,
): StoredAutomationStep => {
  const inSteps = (steps: StoredAutomationStep[]) => steps.map((one) => replaceInStep(one, record, replacement));
  return {
    ...step,
    ...(stepNames(step, record) &&
      (record.kind === 'templates' ? { templateId: replacement.id } : { stage: replacement.name })),
    ...(step.conditions !== undefined && {
      conditions: replaceConditions(step.conditions, record, replacement),
    }),
    ...(step.then && { then: inSteps(step.then) }),
    ...(step.else && { else: inSteps(step.else) }),
  };
};

const triggerNames = ({ trigger }: AutomationDocument, record: NamedRecord): boolean =>
  record.kind === 'pipelines'
    ? trigger.dealPipelineId === record.id
    : trigger.stage !== undefined && stepNames({ stage: trigger.stage }, record);

/**
 * Automations name templates in steps, stages in steps and triggers, pipelines by the stages of deals in triggers, and
 * what filters name in conditions.
 */
export const automationNames: NamingRules<AutomationDocument> = {
  condition: { status: { $in: ['Active', 'Disabled'] } },
  title: ({ name }) => name,
  names: (automation, record) =>
    triggerNames(automation, record) ||
    conditionsName(automation.conditions, record) ||
    listSteps(automation.steps).some(({ step }) => stepNames(step, record) || conditionsName(step.conditions, record)),
  replace: (automation, record, replacement) => ({
    ...automation,
    trigger: triggerNames(automation, record) ? { ...automation.trigger, stage: replacement.name } : automation.trigger,
    ...(automation.conditions !== undefined && {
      conditions: replaceConditions(automation.conditions, record, replacement),
    }),
    steps: automation.steps.map((step) => replaceInStep(step, record, replacement)),
  }),
};

/** What the references of an automation are checked with. */
export interface ReferenceSources extends Pick<MarketingCopies, 'users'> {
  readonly templates: Pick<ResourceStore<Template, TemplateDocument>, 'load'>;
  readonly originals: Pick<Originals, 'page'>;
}

/** Above the number of stages of an account; a page has 100. */
const MAX_PAGES = 20;

const loadStageNames = async (
  originals: Pick<Originals, 'page'>,
  accountId: number,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  const names = new Set<string>();
  let after = 0;
  for (let page = 0; page < MAX_PAGES; page++) {
    const page = await originals.page<Stage>(stages, { accountId, after, filters: [] }, signal);
    for (const { id, name } of page) {
      names.add(normalizeText(name ?? ''));
      after = Math.max(after, id);
    }
    if (page.length === 0) break;
  }
  return names;
};

/** The id of the pipeline with a stage of deals; undefined if no pipeline has it. */
export const findPipelineId = async (
  { originals }: Pick<ReferenceSources, 'originals'>,
  { actor: { accountId }, signal }: StoreCall,
  dealStageId: number,
): Promise<number | undefined> => {
  const filters = [{ name: 'stageId', values: [String(dealStageId)] }];
  const [pipeline] = await originals.page<Pipeline>(pipelines, { accountId, after: 0, filters }, signal);
  return pipeline?.id;
};

/**
 * The trigger with the pipeline of its stage of deals. Throws UNKNOWN_REFERENCE for a stage that the automation newly
 * names and that no pipeline has.
 */
export const findDealPipeline = async (
  sources: Pick<ReferenceSources, 'originals'>,
  call: StoreCall,
  trigger: StoredTrigger,
  before: StoredTrigger | undefined,
): Promise<StoredTrigger> => {
  const { dealStageId } = trigger;
  if (dealStageId === undefined) return trigger;
  const isSame = before?.dealStageId === dealStageId;
  // Earlier versions stored no pipeline. The pipeline that is stored may be deleted meanwhile.
  const dealPipelineId =
    (isSame ? before.dealPipelineId : undefined) ?? (await findPipelineId(sources, call, dealStageId));
  if (dealPipelineId === undefined && !isSame)
    throw refuse('UNKNOWN_REFERENCE', {
      field: 'trigger.dealStageId',
      what: 'a stage of deals',
      value: dealStageId,
    });
  return { ...trigger, ...(dealPipelineId !== undefined && { dealPipelineId }) };
};

interface NamedStage {
  readonly stage: string;
  readonly field: string;
}

const listStages = ({ trigger, steps }: Pick<AutomationDocument, 'trigger' | 'steps'>): NamedStage[] => [
  ...(trigger.stage === undefined ? [] : [{ stage: trigger.stage, field: 'trigger.stage' }]),
  ...listSteps(steps).flatMap(({ step: { stage }, path }) =>
    stage === undefined ? [] : [{ stage, field: `${path}.stage` }],
  ),
];

const listConditionValues = (conditions: string | undefined, name: string): unknown[] =>
  [parseConditions(conditions)[name] ?? []].flat();

/**
 * Throws UNKNOWN_REFERENCE for a stage, template or user that an automation newly names and that does not exist.
 * Records that it named before may be gone: their steps fail with the reason.
 */
export const checkReferences = async (
  { templates, originals, users }: ReferenceSources,
  call: StoreCall,
  automation: Pick<AutomationDocument, 'trigger' | 'steps' | 'conditions'>,
  before: AutomationDocument | undefined,
): Promise<void> => {
  const { accountId } = call.actor;
  const steps = listSteps(automation.steps);
  const formerTemplates = listTemplateIds(listSteps(before?.steps ?? []).map(({ step }) => step));
  for (const { step, path } of steps) {
    const { templateId } = step;
    if (templateId === undefined || formerTemplates.includes(templateId)) continue;
    if (!(await templates.load(call, templateId)))
      throw refuse('UNKNOWN_REFERENCE', { field: `${path}.templateId`, what: 'a template', value: templateId });
  }
  const formerStages = new Set(before ? listStages(before).map(({ stage }) => normalizeText(stage)) : []);
  const added = listStages(automation).filter(({ stage }) => !formerStages.has(normalizeText(stage)));
  if (added.length > 0) {
    const existing = await loadStageNames(originals, accountId, call.signal);
    const unknown = added.find(({ stage }) => !existing.has(normalizeText(stage)));
    if (unknown) throw refuse('UNKNOWN_REFERENCE', { field: unknown.field, what: 'a stage', value: unknown.stage });
  }
  const named = [
    { conditions: automation.conditions, field: 'conditions' },
    ...steps.map(({ step, path }) => ({ conditions: step.conditions, field: `${path}.conditions` })),
  ];
  for (const { conditions, field } of named)
    for (const value of listConditionValues(conditions, 'assignedUserId')) {
      const id = Number(value);
      if (Number.isInteger(id) && !(await users.byId(accountId, id)))
        throw refuse('UNKNOWN_REFERENCE', { field: `${field}.assignedUserId`, what: 'a user', value: id });
    }
};

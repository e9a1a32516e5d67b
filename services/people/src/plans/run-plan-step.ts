import { type DueStep, planStepReassigned, planStepRefused, TASK_TYPES } from '@porchlight/contracts';
import { isRefusal, refuse, type Reason } from '@porchlight/errors';
import { systemCall, type StoreCall } from '@porchlight/store';
import { type AccountSettings, loadFresh, type Settings } from '../settings';
import { loadSurvivor, type People } from '../people';
import type { Parts } from '../service';
import { type Notes, prepareNote } from '../notes';
import type { Records } from '../records';
import { deriveTask, type Tasks } from '../tasks';
import { derive, fitTags, type PersonDocument } from '../person';

/** Permanent errors: the person is deleted, the content is empty, the stage does not exist. */
const FINAL: readonly Reason[] = ['NOT_FOUND', 'INVALID_BODY', 'UNKNOWN_REFERENCE'];

const DEFAULT_TYPE = 'Follow Up';

/** Name and type of the task that a step creates. */
const buildTask = ({ task }: DueStep): { name: string; type: string } => ({
  name: task?.name.trim().slice(0, 255) || DEFAULT_TYPE,
  type: (TASK_TYPES as readonly string[]).includes(task?.type ?? '') ? (task?.type as string) : DEFAULT_TYPE,
});

/** What the steps of action plans change. */
export interface PlanTargets
  extends Pick<People, 'people' | 'merges'>, Pick<Settings, 'settingsCache'>, Pick<Parts, 'publishFact' | 'logger'> {
  readonly notes: Notes;
  readonly tasks: Tasks;
  readonly records: Pick<Records, 'createOnce' | 'causes'>;
}

/** A step with its person and call. */
interface Work {
  readonly step: DueStep;
  readonly person: PersonDocument;
  /** On behalf of the assigned user. */
  readonly call: StoreCall;
}

/**
 * Runs a step of an action plan once, even if it is delivered several times (decisions section 6): the id of a record
 * is stored before the record; tags and stages are idempotent. A deleted person is skipped; for a merged person the
 * step runs on the survivor. A refused step is published and not repeated.
 */
export const runPlanStep = async (
  targets: PlanTargets,
  accountId: number,
  step: DueStep,
  signal: AbortSignal,
): Promise<void> => {
  const {
    people,
    settingsCache,
    records: { causes },
  } = targets;
  const claimed = await causes.find(accountId, step.stepId);
  if (claimed?.done) return;
  const service = systemCall(accountId, signal);
  const person = (await people.load(service, step.personId)) ?? (await loadSurvivor(targets, service, step.personId));
  if (!person) return;
  const settings = await settingsCache.load(accountId);
  const { userId, reason } = chooseUser(settings, person, step);
  const actor = { accountId, userId, role: 'Operator' } as const;
  const work: Work = { step, person, call: { actor, signal, cause: step.stepId } };
  try {
    await STEPS[step.type](targets, work);
    if (reason !== undefined && step.type === 'createTask')
      await targets.publishFact(planStepReassigned, {
        accountId,
        data: { stepId: step.stepId, personId: step.personId, reason },
      });
  } catch (error) {
    if (!isRefusal(error) || !FINAL.includes(error.reason)) throw error;
    targets.logger.warn({ event: 'plan_step.refused', accountId, stepId: step.stepId, reason: error.reason });
    const { stepId, personId } = step;
    await targets.publishFact(planStepRefused, { accountId, data: { stepId, personId, reason: error.message } });
  }
  await causes.done(accountId, step.stepId);
};

/**
 * The user in whose name a step runs and who gets its task: the assigned user of the person, else the user who applied
 * the plan. If that user may get nothing new, the owner, with the reason (D13.3).
 */
const chooseUser = (
  settings: AccountSettings,
  person: Pick<PersonDocument, 'assignedUserId'>,
  step: Pick<DueStep, 'userId'>,
): { readonly userId: number; readonly reason?: string } => {
  const { owner } = settings;
  const userId = person.assignedUserId ?? (step.userId || (owner?.id ?? 0));
  const member = settings.member(userId);
  if (!owner || !member || settings.mayReceive(userId, 'record')) return { userId };
  return { userId: owner.id, reason: `The owner got the task, because ${member.name} is ${member.status}.` };
};

const STEPS: Readonly<Record<DueStep['type'], (targets: PlanTargets, work: Work) => Promise<void>>> = {
  async createTask(targets, work) {
    const settings = await targets.settingsCache.load(work.call.actor.accountId);
    const { userId } = work.call.actor;
    const task = deriveTask({ ...buildTask(work.step), assignedUserId: userId, isCompleted: false }, settings);
    await targets.records.createOnce(targets.tasks, { ...work, causeId: work.step.stepId }, task);
  },

  async addNote(targets, work) {
    const { subject, body } = work.step.note ?? {};
    const content = prepareNote({ subject: subject?.slice(0, 255), body, isHtml: true });
    const note = { ...content, isExternal: false, actionPlanId: work.step.actionPlanId ?? undefined };
    await targets.records.createOnce(targets.notes, { ...work, causeId: work.step.stepId }, note);
  },

  async addTags({ people }, { step, person, call }) {
    await people.modify(call, person.id, (before) => {
      const tags = fitTags([...before.tags, ...(step.tags ?? [])]);
      return tags.length === before.tags.length ? undefined : derive({ ...before, tags });
    });
  },

  async changeStage({ people, settingsCache }, { step, person, call }) {
    const name = step.stage ?? '';
    const settings = await loadFresh(
      settingsCache,
      call.actor.accountId,
      (fresh) => fresh.stageNamed(name) !== undefined,
    );
    const stage = settings.stageNamed(name);
    if (!stage) throw refuse('UNKNOWN_REFERENCE', { field: 'stage', what: 'a stage', value: name });
    await people.modify(call, person.id, (before) =>
      before.stageId === stage.id ? undefined : derive({ ...before, stageId: stage.id }),
    );
  },
};

import { canSeeViewers } from '@porchlight/access';
import { isExisting } from '@porchlight/backend';
import { invalidBody, unlessGone } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { isUniqueConflict, systemCall, type StoreCall } from '@porchlight/store';
import type { PersonCopy } from '../copies';
import type { AutomationDocument } from './automation-document';
import type { AutomationParts } from './automation-parts';
import { parseRunStepId, SERVICE_USER, withLogEntry, type AutomationRunDocument } from './automation-run';
import { compileSteps } from './automation-steps';
import type { FollowPerson } from '../action-plans';

/** What starting a run needs besides the stores. */
export interface StartParts extends AutomationParts {
  readonly followRuns: FollowPerson;
  /** Notified when a run starts. */
  readonly began: () => void;
}

interface NewRun {
  readonly automation: AutomationDocument;
  readonly person: PersonCopy | undefined;
  readonly personId: number;
  readonly createdById: number;
  readonly links: number;
  /** Why it starts, one sentence. */
  readonly text: string;
  readonly takenId?: number;
  /** No step runs until a user resumes it. */
  readonly isPaused?: boolean;
}

const insertRun = async (parts: StartParts, call: StoreCall, start: NewRun): Promise<AutomationRunDocument> => {
  const { runs, versions, clock, people } = parts;
  const { automation, person, personId, createdById, links, text, takenId, isPaused = false } = start;
  const { accountId } = call.actor;
  const now = clock.date();
  const stepsKey = await versions.save(accountId, automation.id, compileSteps(automation.steps));
  const fields = {
    personId,
    automationId: automation.id,
    ...(isPaused
      ? { status: 'Paused' as const, pausedAt: now, remainingMs: 0 }
      : { status: 'Initial' as const, wakeAt: now }),
    createdById,
    updatedById: createdById,
    stepsKey,
    next: 0,
    since: now,
    links,
    log: [{ at: now, text }],
    viewers: [...(person?.viewers ?? [])],
    created: now,
  };
  const run = await runs.insert(call, fields, takenId === undefined ? {} : { takenId });
  // The person was reassigned or deleted during the write; the consumer of that change did not see the run.
  const [after] = await people.withDeleted(accountId, [personId]);
  if (after && (after.deleted || after.version !== person?.version))
    await parts.followRuns(accountId, personId, call.signal);
  parts.began();
  return run;
};

/** A run that a caller starts. */
interface ManualStart {
  readonly personId: number;
  readonly automationId: number;
  /** Paused: it waits until a user resumes it. */
  readonly status?: string | undefined;
}

/**
 * Starts an automation with a manual trigger for a person, on behalf of the caller (D12.5). Throws INVALID_BODY for an
 * unknown or invisible person, and for an automation that cannot be started by hand.
 */
export const startManually = (parts: StartParts) => async (call: StoreCall, what: ManualStart) => {
  const { people, automations } = parts;
  const { actor, signal } = call;
  const { personId, automationId } = what;
  const [person] = await parts.copyWaits.until(
    actor.accountId,
    () => people.withDeleted(actor.accountId, [personId]),
    (copies) => copies.length > 0,
    { signal },
  );
  // The public clients expect this sentence.
  if (!isExisting(person) || !canSeeViewers(actor, person.viewers))
    throw invalidBody(
      "Invalid value for 'personId' field, no such person or you don't have permission to access this person",
    );
  const automation = await automations.load(call, automationId);
  if (!automation || automation.status === 'Deleted')
    throw invalidBody("Invalid value for 'automationId' field, no such automation");
  if (automation.status !== 'Active')
    throw invalidBody("Invalid value for 'automationId' field, the automation is disabled. Enable it first");
  if (automation.trigger.type !== 'manual')
    throw invalidBody(
      "Invalid value for 'automationId' field, the automation has no manual trigger. Choose one of GET /automations?manualOnly=true",
    );
  const isPaused = what.status === 'Paused';
  const text = isPaused ? 'Started by hand, paused.' : 'Started by hand.';
  const createdById = actor.userId;
  return insertRun(parts, call, { automation, person, personId, createdById, links: 0, text, isPaused });
};

/** A trigger of an automation for a person. */
export interface Triggered {
  readonly automationId: number;
  readonly personId: number;
  /** Id of the change or event; a repeated one starts nothing. */
  readonly trigger: string;
  /** Id of the step that made the change. */
  readonly cause?: string | undefined;
  /** Why it starts, one sentence. */
  readonly text: string;
}

/** Notes in the log of another run why an automation did not start. Idempotent. */
const noteStopped = async (
  { runs, clock }: StartParts,
  call: StoreCall,
  runId: number,
  { key, text }: { readonly key: string; readonly text: string },
): Promise<void> => {
  const entry = { at: clock.date(), text, key };
  await unlessGone(runs.modify(call, runId, (before) => withLogEntry(before, entry), { silent: true }));
};

/** The person, or the survivor of a merge; undefined if the person is gone. The copy may not have arrived yet. */
const findPerson = async ({ people }: StartParts, accountId: number, personId: number) => {
  let id = personId;
  for (let hop = 0; hop < 10; hop++) {
    const [copy] = await people.withDeleted(accountId, [id]);
    if (!copy || isExisting(copy)) return { id, copy };
    if (copy.mergedInto === undefined) return undefined;
    id = copy.mergedInto;
  }
  return undefined;
};

/** Why the limits of chains and days stop a run; undefined if they do not. */
const findStop = async (
  parts: StartParts,
  call: StoreCall,
  {
    automation,
    personId,
    runId,
    cause,
  }: { automation: AutomationDocument; personId: number; runId: number; cause: AutomationRunDocument | undefined },
): Promise<{ readonly text: string; readonly runId: number } | undefined> => {
  const { accountId } = call.actor;
  const subject = `The automation '${automation.name}' did not start: `;
  const chain = LIMITS.automationChainLinks.value;
  if (cause && cause.links >= chain)
    return { text: `${subject}its chain has ${chain} automations, the limit.`, runId: cause.id };
  const day = await parts.days.take(accountId, personId, runId, parts.clock.date());
  if (day.taken) return undefined;
  const perDay = LIMITS.automationRunsPerDay.value;
  const text = `${subject}triggers have started ${perDay} runs for the person today, the limit.`;
  return { text, runId: cause?.id ?? day.lastRunId };
};

/**
 * Starts the run of a trigger, once: its id is stored under the trigger before the run is. Starts none for an inactive
 * automation, a deleted person, unmet conditions, or beyond the limits of chains and days, which a log names.
 */
export const startTriggered =
  (parts: StartParts) =>
  async (call: StoreCall, triggered: Triggered): Promise<void> => {
    const { automations, runs, starts, clock, conditions } = parts;
    const { accountId } = call.actor;
    const { automationId, trigger, text } = triggered;
    const key = `${accountId}:${automationId}:${triggered.personId}:${trigger}`;
    const { runId, done } = await starts.begin(key, await runs.takeId(call), clock.date());
    if (done) return;
    const end = () => starts.done(key);
    if (await runs.load(systemCall(accountId, call.signal), runId)) return end();
    const automation = await automations.load(call, automationId);
    const person = await findPerson(parts, accountId, triggered.personId);
    if (automation?.status !== 'Active' || !person) return end();
    const causeId = triggered.cause === undefined ? undefined : parseRunStepId(accountId, triggered.cause)?.id;
    const cause = causeId === undefined ? undefined : await runs.load(call, causeId);
    if (automation.conditions !== undefined) {
      const { matching } = await conditions.match(accountId, automation.conditions, [person.id], call.signal);
      if (!matching.has(person.id)) return end();
    }
    const stop = await findStop(parts, call, { automation, personId: person.id, runId, cause });
    if (stop) {
      await noteStopped(parts, call, stop.runId, { key: `${automationId}:${trigger}`, text: stop.text });
      return end();
    }
    await insertRun(parts, call, {
      automation,
      person: isExisting(person.copy) ? person.copy : undefined,
      personId: person.id,
      createdById: SERVICE_USER,
      links: cause ? cause.links + 1 : 0,
      text,
      takenId: runId,
    }).catch((error: unknown) => {
      // Another process inserted it.
      if (!isUniqueConflict(error)) throw error;
    });
    await end();
  };

import type { AutomationLogLine, AutomationRun } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { updateOnly, type Index, type Strategy } from '@porchlight/store';
import type { PlanMail, PlanMails } from '../action-plans';
import type { UserCopy } from '../copies';
import type { AutomationParts } from './automation-parts';
import {
  findRefusedStep,
  formatRunStepId,
  pauseRun,
  resumeRun,
  SERVICE_USER,
  withLogEntry,
  type AutomationRunDocument,
  type LogEntry,
} from './automation-run';

/** Indexes of runs besides those of the store. */
export const AUTOMATION_RUN_INDEXES: readonly Index[] = [
  { keys: { personId: 1 } },
  { keys: { automationId: 1 } },
  // Due runs of all accounts. Not sparse: not every server can use a sparse index.
  { keys: { wakeAt: 1 }, global: true },
];

/** What records of runs show besides their documents. */
interface RunRelated {
  readonly users: ReadonlyMap<number, UserCopy>;
  readonly automations: ReadonlyMap<number, { readonly name: string }>;
  /** Mails by the id of their step. */
  readonly mails: ReadonlyMap<string, PlanMail>;
}

interface RunRules extends Pick<AutomationParts, 'directory' | 'users' | 'clock'> {
  readonly mails: Pick<PlanMails, 'byIds'>;
}

const NOTHING: RunRelated = { users: new Map(), automations: new Map(), mails: new Map() };

const isMailEntry = ({ type, step, key }: LogEntry): boolean =>
  type === 'sendEmail' && step !== undefined && key === undefined;

/** Rules of runs (D12.5): they can be paused and resumed; users who see the person see them. */
export const createAutomationRunStrategy = ({
  directory,
  users,
  mails,
  clock,
}: RunRules): Strategy<AutomationRun, AutomationRunDocument, RunRelated> => ({
  prepare: updateOnly<AutomationRun, AutomationRunDocument>(async ({ actor }, before, { input: { status }, mask }) => {
    if (!mask.has('status') || status === undefined || status === before.status) return before;
    if (before.status === 'Completed')
      throw refuse('CONFLICT', {
        message: 'All steps of this run are done. Start the automation anew to repeat them.',
      });
    if (before.status === 'Initial' && status === 'Running') return before;
    const now = clock.date();
    const updatedById = actor.userId;
    if (status === 'Paused')
      return withLogEntry({ ...pauseRun(before, now), updatedById }, { at: now, text: 'Paused by a user.' });
    const byId = await directory.byIds(actor.accountId, [before.automationId]);
    if (byId.get(before.automationId)?.status !== 'Active')
      throw refuse('CONFLICT', {
        message: 'The automation is not active. Make it Active again before its runs continue.',
      });
    return withLogEntry({ ...resumeRun(before, now), updatedById }, { at: now, text: 'Resumed by a user.' });
  }),
  async loadRelated(documents, { actor }) {
    // The records of internal writes show no names.
    if (actor.userId === 0) return NOTHING;
    const { accountId } = actor;
    const userIds = [...new Set(documents.flatMap(({ createdById, updatedById }) => [createdById, updatedById]))];
    const stepIds = documents.flatMap((run) =>
      run.log.filter(isMailEntry).map(({ step }) => formatRunStepId(run, step!)),
    );
    const [foundUsers, automations, foundMails] = await Promise.all([
      users.byIds(
        accountId,
        userIds.filter((id) => id !== SERVICE_USER),
      ),
      directory.byIds(
        accountId,
        documents.map(({ automationId }) => automationId),
      ),
      mails.byIds(stepIds),
    ]);
    return {
      users: new Map(foundUsers.map((user) => [user.userId, user])),
      automations,
      mails: new Map(foundMails.map((mail) => [mail._id, mail])),
    };
  },
  render: (run, _call, { users: names, automations, mails }) => ({
    createdBy: names.get(run.createdById)?.name,
    updatedBy: names.get(run.updatedById)?.name,
    automationName: automations.get(run.automationId)?.name,
    log: run.log.map((entry) => showEntry(run, entry, mails.get(formatRunStepId(run, entry.step ?? -1)))),
  }),
});

const showEntry = (run: AutomationRunDocument, entry: LogEntry, mail: PlanMail | undefined): AutomationLogLine => {
  const { at, path, type, text } = entry;
  const line = { at, ...(path !== undefined && { step: path }), ...(type !== undefined && { type }), text };
  if (!mail || !isMailEntry(entry)) return { ...line, canRetry: findRefusedStep(run, entry) !== undefined };
  const reason = mail.reason === undefined ? '' : ` ${mail.reason.replace(/\.?$/u, '.')}`;
  return {
    ...line,
    text: `${MAIL_TEXTS[mail.state]}${reason}`,
    mailStatus: mail.state,
    canRetry: mail.state === 'NotSent',
  };
};

const MAIL_TEXTS: Readonly<Record<PlanMail['state'], string>> = {
  Waiting: 'The mail waits.',
  Sent: 'The mail was sent.',
  NotSent: 'The mail was not sent.',
  Unknown: 'It is unknown whether the mail was sent. It is not sent again.',
};

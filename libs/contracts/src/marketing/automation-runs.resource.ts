import {
  bool,
  defineResource,
  int,
  list,
  object,
  oneOf,
  readOnly,
  setOnce,
  str,
  time,
  writable,
} from '@porchlight/resource';
import {
  AutomationRunServiceDefinition,
  type AutomationLogLine,
  type AutomationRun,
} from '../generated/porchlight/marketing/v1/automation_run_service';
import { NOT_LENDERS } from '../roles';

/** Statuses that a caller may set. */
const STATUSES = ['Running', 'Paused'] as const;
const STATUSES_MEANINGS = {
  Running: 'The steps run at their times.',
  Paused: 'No step runs until the run continues.',
} as const;
/** Initial: accepted, not started. */
export const AUTOMATION_RUN_STATUSES = ['Initial', ...STATUSES, 'Completed'] as const;

/** The public clients expect this sentence (D12.5). */
const status = {
  ...oneOf(STATUSES, { describe: STATUSES_MEANINGS }),
  read: (value: unknown, _path: string, problems: string[]): string | undefined => {
    const status = STATUSES.find((word) => word === value);
    if (status === undefined) problems.push("Invalid value for 'status' field");
    return status;
  },
};

const logEntry = object<AutomationLogLine>(
  { at: time(), step: str(), type: str(), text: str(), mailStatus: str(), canRetry: bool() },
  {
    whole: ['at', 'step', 'type'],
    describe: {
      at: 'When it happened.',
      step: 'Path of the step, from 0: `steps[1].then[0]` is the first step of the branch in the second step.',
      type: 'What the step does.',
      text: 'What happened, as a sentence.',
      canRetry: 'True: the step failed and can run again.',
      mailStatus: 'Whether the email of the step was sent: Waiting, Sent, NotSent or Unknown.',
    },
  },
);

/** A run of an automation for a person (D12.5). */
export const automationRuns = defineResource<AutomationRun>(AutomationRunServiceDefinition, {
  resource: 'automationsPeople',
  description: 'Runs of automations for people.',
  roles: { read: NOT_LENDERS, write: NOT_LENDERS },
  visibility: 'viewers',
  describe: {
    personId: 'Id of the person for whom the automation runs.',
    automationId: 'Id of the automation that runs.',
    status: 'Whether the steps run. A run that has not started has the status Initial, a finished one Completed.',
    automationName: 'Name of the automation.',
    log: 'What the run did, oldest first.',
  },
  fields: {
    createdById: readOnly(int()),
    updatedById: readOnly(int()),
    createdBy: readOnly(str()),
    updatedBy: readOnly(str()),
    personId: setOnce(int({ min: 1 }), { required: true, nullable: false }),
    automationId: setOnce(int({ min: 1 }), { required: true, nullable: false }),
    status: writable(status, { nullable: false }),
    automationName: readOnly(str()),
    log: readOnly(list(logEntry), { visible: 'onRequest' }),
  },
  filters: {
    personId: { type: 'int', match: 'equals' },
    automationId: { type: 'int', match: 'equals' },
    status: { type: 'string', match: 'equals', many: true, among: AUTOMATION_RUN_STATUSES },
  },
});

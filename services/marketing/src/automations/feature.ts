import { defineNamingRecords, followRenamedStages, methods, type NamingRecords } from '@porchlight/backend';
import {
  automationRuns,
  AutomationRunServiceDefinition,
  automations as automationsDescriptor,
  AutomationServiceDefinition,
} from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers } from '@porchlight/store';
import { actionPlans, createStepLeases, createStepVersions, deleteWithStatus, type StepEngine } from '../action-plans';
import { copies, followRebuiltPeople } from '../copies';
import { emailEvents } from '../email-events';
import { defineFeature } from '../service';
import { templates } from '../templates';
import { createConditions } from './automation-conditions';
import { createAutomationDirectory, withAutomations } from './automation-directory';
import { automationColumns } from './automation-document';
import { automationStarts, replyChecks, type ReplyJobs, type StartJobs } from './automation-jobs';
import type { AutomationParts } from './automation-parts';
import { automationNames } from './automation-references';
import { automationRunColumns, RUNNING, type AutomationRunDocument } from './automation-run';
import { AUTOMATION_RUN_INDEXES, createAutomationRunStrategy } from './automation-runs-strategy';
import {
  automationDaySchema,
  automationStartSchema,
  createAutomationDays,
  createAutomationStarts,
} from './automation-starts';
import { automationVersionSchema, type AutomationVersion } from './automation-versions';
import { AUTOMATION_INDEXES, createAutomationStrategy } from './automations-strategy';
import { pipelineLookups, type PipelineLookups } from './find-missing-pipelines';
import { followPeopleOfRuns, followRuns } from './follow-runs';
import { followTriggers } from './follow-triggers';
import { retryRunStep, runStepRetries, type RunStepRetries } from './retry-run-step';
import { createAutomationRunner } from './run-automations';
import { createRunProgress } from './run-progress';
import { startManually, type StartParts } from './start-run';

const INTERVAL_MS = 1_000;

/** The stores of automations and what runs them. */
export interface Automations extends StartParts {
  readonly ledger: Parameters<typeof followRuns>[0]['ledger'];
  readonly runner: StepEngine;
  readonly startJobs: StartJobs;
  readonly replyJobs: ReplyJobs;
  readonly retries: RunStepRetries;
  readonly pipelineLookups: PipelineLookups;
  /** Automations name other records. */
  readonly names: NamingRecords;
}

/** Automations, and their runs for people (D12.5). */
export const automations = defineFeature({
  name: 'automations',
  needs: { copies, templates, emailEvents, actionPlans },
  open(parts): Automations {
    const { store, clock, ids, logger, metrics, publish, originals, openJobs, planIntervalMs = INTERVAL_MS } = parts;
    const { users } = parts.copies;
    const { mails, mailSender } = parts.actionPlans;
    const directory = createAutomationDirectory(store.collection('automations'));
    const conditions = createConditions(originals);
    const rules = { users, templates: parts.templates, originals, conditions, directory };
    const runs = store.resource({
      descriptor: automationRuns,
      columns: automationRunColumns,
      strategy: createAutomationRunStrategy({ directory, users, mails, clock }),
      indexes: AUTOMATION_RUN_INDEXES,
    });
    const documents = store.collection<AutomationRunDocument>('automationsPeople');
    const automationParts: AutomationParts = {
      ...parts.copies,
      automations: store.resource({
        descriptor: automationsDescriptor,
        columns: automationColumns,
        strategy: createAutomationStrategy(rules),
        indexes: AUTOMATION_INDEXES,
      }),
      runs,
      directory,
      versions: createStepVersions<AutomationVersion>(
        store.collection('automationVersions', automationVersionSchema),
        (automationId) => ({ automationId }),
      ),
      leases: createStepLeases(documents, RUNNING),
      progress: createRunProgress(documents),
      starts: createAutomationStarts(store.collection('automationStarts', automationStartSchema)),
      days: createAutomationDays(store.collection('automationDays', automationDaySchema)),
      ...{ clock, ids, logger, metrics, publish, originals, mails, conditions },
      intervalMs: planIntervalMs,
      mailsWait: mailSender.notify,
    };
    const runner = createAutomationRunner(automationParts);
    const { ledger } = parts.emailEvents;
    return {
      ...automationParts,
      ledger,
      runner,
      followRuns: followRuns({ runs, people: parts.copies.people, ledger }),
      began: runner.notify,
      startJobs: openJobs(automationStarts),
      replyJobs: openJobs(replyChecks),
      retries: openJobs(runStepRetries),
      pipelineLookups: openJobs(pipelineLookups),
      names: defineNamingRecords(automationParts.automations, automationNames),
    };
  },
  serve(opened, { copies: openedCopies }) {
    const { runs, runner, names, startJobs, replyJobs } = opened;
    const definitions: Handlers<typeof AutomationServiceDefinition> = createResourceHandlers(
      automationsDescriptor,
      opened.automations,
    );
    const handlers: Handlers<typeof AutomationRunServiceDefinition> = createResourceHandlers(automationRuns, runs);
    const start = startManually(opened);
    const retry = retryRunStep(opened);
    const follow = followPeopleOfRuns(opened);
    const followStages = followRenamedStages([names]);
    const trigger = followTriggers({ ...opened, woke: runner.notify });
    openedCopies.followRebuilt(
      'people',
      followRebuiltPeople(opened.followRuns, async (_account, ids) => ids),
    );
    return {
      methods: [
        methods(AutomationServiceDefinition, {
          ...definitions,
          deleteAutomation: deleteWithStatus(opened.automations, (id) => ({
            id,
            steps: [],
            version: 0,
            status: 'Deleted',
          })),
        }),
        methods(AutomationRunServiceDefinition, {
          ...handlers,
          createAutomationRun: async ({ record }, call) => {
            const { personId = 0, automationId = 0, status } = record ?? {};
            const run = await start(call, { personId, automationId, status });
            return { record: await runs.render(run, call), created: true };
          },
          updateAutomationRun: async (request, call) => {
            const response = await handlers.updateAutomationRun(request, call);
            runner.notify();
            return response;
          },
          retryAutomationRunStep: async (request, call) => ({
            record: await runs.render(await retry(request, call), call),
          }),
        }),
      ],
      on: {
        'marketing.copies': async (batch, context) => {
          await followStages(batch, context);
          const ofAutomations = await withAutomations(opened.directory, batch);
          await follow(ofAutomations, context);
          await trigger(ofAutomations, context);
        },
      },
      names: [names],
      jobs: [
        startJobs.run(opened),
        replyJobs.run(opened),
        opened.retries.run(opened),
        opened.pipelineLookups.run(opened),
      ],
      workers: { automationRuns: () => runner },
    };
  },
});

import { defineAction, type Action, type ActionInput } from '@porchlight/resource';
import {
  ReportServiceDefinition,
  type AnswerTimes,
  type ReportLeadsRequest,
} from '../generated/porchlight/people/v1/report_service';
import { readReportDays, REPORT_DAYS } from '../report-days';
import { EVERYONE } from '../roles';
import { arrayOf, integer, integerOrNull, objectOf, text, textOrNull } from '../schemas';

const COMMON = {
  service: 'people',
  resource: 'reports',
  definition: ReportServiceDefinition,
  method: 'GET',
  roles: EVERYONE,
  cancelable: true,
  timeoutMs: 20_000,
  query: {
    ...REPORT_DAYS,
    timeZone: { type: 'string', describe: 'Time zone of the days by its IANA name; default: that of the caller.' },
  },
  describe: {
    from: 'First day.',
    to: 'Last day.',
    timeZone: 'Time zone of the days by its IANA name.',
    leads: 'Number of people who were created in the range and whom the caller may see.',
    sources: 'Number of leads by source, the largest first.',
    source: 'Where the people came from; null for all further sources together.',
    days: 'Number of leads by day and source; without leads there is no entry.',
    day: 'The day, YYYY-MM-DD.',
    answered: 'Number of leads that got a call, text message or email within 30 days.',
    medianSeconds: 'Half of the answered leads waited at most this long, seconds; null without answers.',
    spans: 'Number of answered leads by waiting time; each is counted in the first span that it fits.',
    upToSeconds: 'Longest waiting time of the span, seconds.',
    users: 'The same by the user who has the leads now.',
    userId: 'Id of the user; null for leads that no user has.',
    name: 'Full name of the user.',
    stages: 'Number of leads by their present stage, in the order of the stages.',
    stageId: 'Id of the stage.',
    stage: 'Name of the stage.',
  },
} as const;

const RANGE = { from: text, to: text, timeZone: text };
const TIMES = { leads: integer, answered: integer, medianSeconds: integerOrNull };

const readRange = (input: ActionInput): ReportLeadsRequest => ({
  ...readReportDays(input),
  timeZone: input.query['timeZone']?.[0] ?? '',
});
/** The range in a response, with the time zone that was used. */
const renderRange = ({ query }: ActionInput, { timeZone }: { readonly timeZone: string }) => ({
  from: query['from']?.[0],
  to: query['to']?.[0],
  timeZone,
});
const renderTimes = ({ leads = 0, answered = 0, medianSeconds }: Partial<AnswerTimes> = {}) => ({
  leads,
  answered,
  medianSeconds: medianSeconds ?? null,
});

/** Figures of new people [ext]. A lead is a person who was created in the range and is not in the trash. */
export const reportActions: readonly Action[] = [
  defineAction({
    ...COMMON,
    name: 'leads',
    summary: 'Report the number of new leads by source and day.',
    path: '/reports/leads',
    rpc: 'reportLeads',
    request: readRange,
    respond: (report, { input }) => ({
      status: 200,
      body: {
        ...renderRange(input, report),
        leads: report.leads,
        sources: report.sources.map(({ source, leads }) => ({ source: source ?? null, leads })),
        days: report.days.map(({ day, source, leads }) => ({ day, source: source ?? null, leads })),
      },
    }),
    responses: {
      200: {
        description: 'The report.',
        schema: objectOf({
          ...RANGE,
          leads: integer,
          sources: arrayOf(objectOf({ source: textOrNull, leads: integer })),
          days: arrayOf(objectOf({ day: text, source: textOrNull, leads: integer })),
        }),
      },
    },
  }),
  defineAction({
    ...COMMON,
    name: 'firstAnswers',
    summary: 'Report how long new leads waited for the first call, text message or email, in all and by user.',
    path: '/reports/firstAnswers',
    rpc: 'reportFirstAnswers',
    request: readRange,
    respond: (report, { input }) => ({
      status: 200,
      body: {
        ...renderRange(input, report),
        ...renderTimes(report.all),
        spans: report.spans.map(({ upToSeconds, leads }) => ({ upToSeconds, leads })),
        users: report.users.map(({ userId, name, times }) => ({
          userId: userId ?? null,
          name: name ?? null,
          ...renderTimes(times),
        })),
      },
    }),
    responses: {
      200: {
        description: 'The report.',
        schema: objectOf({
          ...RANGE,
          ...TIMES,
          spans: arrayOf(objectOf({ upToSeconds: integer, leads: integer })),
          users: arrayOf(objectOf({ userId: integerOrNull, name: textOrNull, ...TIMES })),
        }),
      },
    },
  }),
  defineAction({
    ...COMMON,
    name: 'stages',
    summary: 'Report the present stages of new leads.',
    path: '/reports/stages',
    rpc: 'reportStages',
    request: readRange,
    respond: (report, { input }) => ({
      status: 200,
      body: {
        ...renderRange(input, report),
        leads: report.leads,
        stages: report.stages.map(({ stageId, stage, leads }) => ({ stageId, stage, leads })),
      },
    }),
    responses: {
      200: {
        description: 'The report.',
        schema: objectOf({
          ...RANGE,
          leads: integer,
          stages: arrayOf(objectOf({ stageId: integer, stage: text, leads: integer })),
        }),
      },
    },
  }),
];

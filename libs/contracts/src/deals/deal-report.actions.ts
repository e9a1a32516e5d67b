import { defineAction, type Action } from '@porchlight/resource';
import { DealReportServiceDefinition, type DealSum } from '../generated/porchlight/deals/v1/deal_report_service';
import { readReportDays, REPORT_DAYS } from '../report-days';
import { NOT_LENDERS } from '../roles';
import { arrayOf, integer, objectOf, text } from '../schemas';

const NUMBER = { type: 'number' } as const;
const SUM = { deals: integer, price: NUMBER };

const renderSum = ({ deals = 0, price = 0 }: Partial<DealSum> = {}) => ({ deals, price });

/** Figures of deals [ext]. */
export const dealReportActions: readonly Action[] = [
  defineAction({
    service: 'deals',
    resource: 'reports',
    definition: DealReportServiceDefinition,
    name: 'closingDeals',
    summary: 'Report the active deals that are expected to close in a range of days, by month and stage.',
    method: 'GET',
    path: '/reports/closingDeals',
    roles: NOT_LENDERS,
    cancelable: true,
    timeoutMs: 20_000,
    query: REPORT_DAYS,
    describe: {
      from: 'First day.',
      to: 'Last day.',
      deals: 'Number of deals that the caller may see.',
      price: 'Sum of their prices.',
      months: 'The deals by month.',
      month: 'The month, YYYY-MM.',
      open: 'Deals that are not in a closing stage.',
      'months.closed': 'Deals in a closing stage.',
      stages: 'The deals by stage, in the order of pipelines and stages.',
      pipelineId: 'Id of the pipeline.',
      pipeline: 'Name of the pipeline.',
      stageId: 'Id of the stage.',
      stage: 'Name of the stage.',
      'stages.closed': 'True if the stage is a closing stage.',
    },
    rpc: 'reportClosingDeals',
    request: readReportDays,
    respond: ({ all, months, stages }, { input: { query } }) => ({
      status: 200,
      body: {
        from: query['from']?.[0],
        to: query['to']?.[0],
        ...renderSum(all),
        months: months.map(({ month, open, closed }) => ({ month, open: renderSum(open), closed: renderSum(closed) })),
        stages: stages.map(({ sum, ...stage }) => ({ ...stage, ...renderSum(sum) })),
      },
    }),
    responses: {
      200: {
        description: 'The report.',
        schema: objectOf({
          from: text,
          to: text,
          ...SUM,
          months: arrayOf(objectOf({ month: text, open: objectOf(SUM), closed: objectOf(SUM) })),
          stages: arrayOf(
            objectOf({
              pipelineId: integer,
              pipeline: text,
              stageId: integer,
              stage: text,
              closed: { type: 'boolean' },
              ...SUM,
            }),
          ),
        }),
      },
    },
  }),
];

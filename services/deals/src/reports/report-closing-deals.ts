import { seesWholeAccount } from '@porchlight/access';
import type { DealSum, ReportClosingDealsRequest, ReportClosingDealsResponse } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { inOrder, type DocumentCollection, type StoreCall } from '@porchlight/store';
import { ACTIVE, type DealDocument } from '../deals';
import type { PipelineDocument, Pipelines } from '../pipelines';

/** What reports of deals read. */
export interface DealReports {
  readonly pipelines: Pipelines;
  readonly deals: DocumentCollection<DealDocument>;
}

type ReportedDeal = Pick<DealDocument, 'stageId' | 'price' | 'projectedCloseDate'>;

const DEAL_FIELDS = { id: 1, stageId: 1, price: 1, projectedCloseDate: 1 } as const;
const MONTH_LENGTH = '2026-01'.length;

const sumDeals = (deals: readonly ReportedDeal[] = []): DealSum => ({
  deals: deals.length,
  price: deals.reduce((sum, { price = 0 }) => sum + price, 0),
});

/** Reads the active deals of the caller that are expected to close in the range. Throws REPORT_TOO_LARGE. */
const readDeals = async (
  { deals }: Pick<DealReports, 'deals'>,
  { from, to }: ReportClosingDealsRequest,
  { actor, signal }: StoreCall,
): Promise<ReportedDeal[]> => {
  const limit = LIMITS.reportedDeals.value;
  const reported = await deals.find(
    {
      accountId: actor.accountId,
      projectedCloseDate: { $gte: from, $lte: to },
      status: ACTIVE,
      ...(seesWholeAccount(actor) ? {} : { viewers: actor.userId }),
    },
    { limit: limit + 1, projection: DEAL_FIELDS, signal },
  );
  if (reported.length > limit) throw refuse('REPORT_TOO_LARGE', { limit, what: 'deals' });
  return reported.filter(({ id }) => id > 0);
};

const sumStages = (pipelines: readonly PipelineDocument[], deals: readonly ReportedDeal[]) => {
  const byStage = Map.groupBy(deals, ({ stageId }) => stageId);
  return inOrder(pipelines).flatMap((pipeline) =>
    inOrder(pipeline.stages).map(({ id, name, closedStage = false }) => ({
      pipelineId: pipeline.id,
      pipeline: pipeline.name,
      stageId: id,
      stage: name,
      closed: closedStage,
      sum: sumDeals(byStage.get(id)),
    })),
  );
};

const sumMonths = (deals: readonly ReportedDeal[], closedStages: ReadonlySet<number>) => {
  const byMonth = Map.groupBy(deals, ({ projectedCloseDate = '' }) => projectedCloseDate.slice(0, MONTH_LENGTH));
  return [...byMonth.keys()].sort().map((month) => {
    const isClosed = ({ stageId }: ReportedDeal): boolean => closedStages.has(stageId);
    const ofMonth = byMonth.get(month) ?? [];
    return {
      month,
      open: sumDeals(ofMonth.filter((deal) => !isClosed(deal))),
      closed: sumDeals(ofMonth.filter(isClosed)),
    };
  });
};

/** GET /v1/reports/closingDeals: active deals by the month in which they are expected to close, and by stage. */
export const reportClosingDeals =
  (reports: DealReports) =>
  async (range: ReportClosingDealsRequest, call: StoreCall): Promise<ReportClosingDealsResponse> => {
    const deals = await readDeals(reports, range, call);
    const stages = sumStages(await reports.pipelines.find(call, {}, LIMITS.pipelines.value + 1), deals);
    const closedStages = new Set(stages.filter(({ closed }) => closed).map(({ stageId }) => stageId));
    return { all: sumDeals(deals), months: sumMonths(deals, closedStages), stages };
  };

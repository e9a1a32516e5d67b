import type { ReportStagesResponse } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import type { StoreCall } from '@porchlight/store';
import { TRASH_ID } from '../settings';
import { readReportLeads } from './read-report-leads';
import type { ReportRange, Reports } from './report-parts';

/** GET /v1/reports/stages: new people by their present stage. */
export const reportStages =
  (reports: Reports) =>
  async (range: ReportRange, call: StoreCall): Promise<ReportStagesResponse> => {
    const { timeZone, leads } = await readReportLeads(reports, range, LIMITS.reportedLeads.value, call);
    const settings = await reports.settingsCache.load(call.actor.accountId);
    const counts = new Map<number, number>();
    for (const { stageId } of leads) {
      const { id } = settings.stageShown(stageId);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return {
      timeZone,
      leads: leads.length,
      stages: settings.stages
        .filter(({ id }) => id !== TRASH_ID)
        .map(({ id, name }) => ({ stageId: id, stage: name, leads: counts.get(id) ?? 0 })),
    };
  };

import type { AnswerTimes, ReportFirstAnswersResponse, UserAnswers } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import type { StoreCall } from '@porchlight/store';
import { findFirstAnswers } from './find-first-answers';
import { readReportLeads, type ReportLead } from './read-report-leads';
import type { ReportRange, Reports } from './report-parts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Longest waiting times of the spans, seconds. */
const SPANS = [5 * MINUTE, HOUR, DAY, 30 * DAY];

/** Sums waiting times, seconds; undefined is a lead without an answer. */
const sumTimes = (waits: readonly (number | undefined)[]): AnswerTimes => {
  const answered = waits.filter((wait) => wait !== undefined).sort((a, b) => a - b);
  const median = answered[Math.floor((answered.length - 1) / 2)];
  return {
    leads: waits.length,
    answered: answered.length,
    ...(median !== undefined && { medianSeconds: median }),
  };
};

const countSpans = (waits: readonly (number | undefined)[]) =>
  SPANS.map((upToSeconds, nth) => ({
    upToSeconds,
    leads: waits.filter((wait) => wait !== undefined && wait <= upToSeconds && wait > (SPANS[nth - 1] ?? -1)).length,
  }));

/** GET /v1/reports/firstAnswers: how long new people waited for the first call or message, in all and by user. */
export const reportFirstAnswers =
  (reports: Reports) =>
  async (range: ReportRange, call: StoreCall): Promise<ReportFirstAnswersResponse> => {
    const { timeZone, leads } = await readReportLeads(reports, range, LIMITS.answeredLeads.value, call);
    const answers = await findFirstAnswers(reports.answers, leads, call);
    const settings = await reports.settingsCache.load(call.actor.accountId);
    const findWait = ({ id, created }: ReportLead): number | undefined => {
      const answer = answers.get(id);
      return answer && Math.round((answer.getTime() - created.getTime()) / 1_000);
    };
    const byUser = Map.groupBy(leads, ({ assignedUserId }) => assignedUserId);
    const users = [...byUser].map(([userId, ofUser]): UserAnswers => {
      const name = userId === undefined ? undefined : settings.member(userId)?.name;
      return {
        ...(userId !== undefined && { userId }),
        ...(name !== undefined && { name }),
        times: sumTimes(ofUser.map(findWait)),
      };
    });
    const waits = leads.map(findWait);
    return {
      timeZone,
      all: sumTimes(waits),
      spans: countSpans(waits),
      users: users.sort((a, b) => (b.times?.leads ?? 0) - (a.times?.leads ?? 0)),
    };
  };

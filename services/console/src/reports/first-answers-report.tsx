import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { toCsv } from '../components/csv';
import { formatWait } from './format-wait';
import { Figures, ReportCard } from './report-card';
import { ReportTable } from './report-table';
import type { ReportRange } from './report-range';
import { formatShare, ShareBar } from './share-bar';

const NO_USER = 'No user';
const formatMedian = (seconds: number | null): string => (seconds === null ? 'None' : formatWait(seconds));

/** How long new leads waited for the first call, text message or email. */
export const FirstAnswersReport = ({ range }: { readonly range: ReportRange }) => {
  const report = useRecord(['reports', 'firstAnswers', range], (options) =>
    porchlight.reports.firstAnswers(range, options),
  );
  return (
    <ReportCard
      title="Time to first answer"
      query={report}
      file={`first-answers-${range.from}-${range.to}`}
      toFile={({ users }) =>
        toCsv(
          [
            { title: 'User', toText: ({ name }) => name ?? NO_USER },
            { title: 'Leads', toText: ({ leads }) => String(leads) },
            { title: 'Answered', toText: ({ answered }) => String(answered) },
            { title: 'Median in seconds', toText: ({ medianSeconds }) => String(medianSeconds ?? '') },
          ],
          users,
        )
      }
    >
      {({ leads, answered, medianSeconds, spans, users }) => {
        const rows = [
          ...spans.map((span) => ({ label: `Within ${formatWait(span.upToSeconds)}`, count: span.leads })),
          { label: 'No answer', count: leads - answered },
        ];
        return (
          <>
            <Figures figures={{ median: formatMedian(medianSeconds), answered: formatShare(answered, leads) }} />
            <ReportTable
              caption="Leads by waiting time"
              rows={rows}
              rowKey={({ label }) => label}
              empty=""
              columns={[
                { title: 'Answered', show: ({ label }) => label },
                { title: 'Leads', isNumber: true, show: ({ count }) => count },
                { title: 'Share', show: ({ count }) => <ShareBar value={count} most={leads} /> },
              ]}
            />
            <ReportTable
              caption="First answers by user"
              rows={users}
              rowKey={({ userId }) => userId ?? 0}
              empty="No new leads in this time."
              columns={[
                { title: 'User', show: ({ name }) => name ?? NO_USER },
                { title: 'Leads', isNumber: true, show: (row) => row.leads },
                { title: 'Answered', isNumber: true, show: (row) => formatShare(row.answered, row.leads) },
                { title: 'Median', isNumber: true, show: (row) => formatMedian(row.medianSeconds) },
              ]}
            />
          </>
        );
      }}
    </ReportCard>
  );
};

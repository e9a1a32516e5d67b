import { t } from '@lingui/core/macro';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { toCsv } from '../components/csv';
import { formatCount } from '../components/format-count';
import { formatPrice, formatShortPrice } from '../components/format-price';
import { ColumnChart } from './column-chart';
import { Figures, ReportCard } from './report-card';
import { ReportTable } from './report-table';
import { nextMonths } from './report-range';
import { useToday } from '../tasks/use-today';

const MONTHS = 6;
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const formatMonth = (month: string): string => MONTH.format(new Date(`${month}-01T00:00Z`));

/** Deals that should close in this month and the next five. */
export const ClosingDealsReport = () => {
  const { today } = useToday();
  const range = nextMonths(MONTHS, today);
  const report = useRecord(['reports', 'closing', range], (options) => porchlight.reports.closingDeals(range, options));
  return (
    <ReportCard
      title={t`Deals closing in 6 months`}
      query={report}
      file={`closing-deals-${range.from}-${range.to}`}
      toFile={({ stages }) =>
        toCsv(
          [
            { title: t`Pipeline`, toText: ({ pipeline }) => pipeline },
            { title: t`Stage`, toText: ({ stage }) => stage },
            { title: t`Closed`, toText: ({ closed }) => (closed ? t`Yes` : t`No`) },
            { title: t`Deals`, toText: ({ deals }) => String(deals) },
            { title: t`Price`, toText: ({ price }) => String(price) },
          ],
          stages,
        )
      }
    >
      {({ deals, price, months, stages }) => (
        <>
          <Figures figures={{ [t`deals`]: formatCount(deals), [t`price in all`]: formatShortPrice(price) }} />
          {deals > 0 && (
            <ColumnChart
              label={t`Prices of deals by month: ${formatPrice(price)} in all`}
              series={[t`Closed`, t`Open`]}
              columns={months.map(({ month, open, closed }) => ({
                label: formatMonth(month),
                values: [closed.price, open.price],
              }))}
              format={formatShortPrice}
            />
          )}
          <ReportTable
            caption={t`Closing deals by stage`}
            rows={stages.filter((stage) => stage.deals > 0)}
            rowKey={({ stageId }) => stageId}
            empty={t`No deal should close in these months.`}
            columns={[
              { title: t`Pipeline`, show: ({ pipeline }) => pipeline },
              { title: t`Stage`, show: ({ stage }) => stage },
              { title: t`Deals`, isNumber: true, show: (row) => row.deals },
              { title: t`Price`, isNumber: true, show: (row) => formatPrice(row.price) },
            ]}
          />
        </>
      )}
    </ReportCard>
  );
};

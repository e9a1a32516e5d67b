import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { toCsv } from '../components/csv';
import { formatPrice, formatShortPrice } from '../components/format-price';
import { ColumnChart } from './column-chart';
import { Figures, ReportCard } from './report-card';
import { ReportTable } from './report-table';
import { nextMonths } from './report-range';

const MONTHS = 6;
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const formatMonth = (month: string): string => MONTH.format(new Date(`${month}-01T00:00Z`));

/** Deals that should close in this month and the next five. */
export const ClosingDealsReport = () => {
  const range = nextMonths(MONTHS);
  const report = useRecord(['reports', 'closing', range], (options) => porchlight.reports.closingDeals(range, options));
  return (
    <ReportCard
      title="Deals closing in 6 months"
      query={report}
      file={`closing-deals-${range.from}-${range.to}`}
      toFile={({ stages }) =>
        toCsv(
          [
            { title: 'Pipeline', toText: ({ pipeline }) => pipeline },
            { title: 'Stage', toText: ({ stage }) => stage },
            { title: 'Closed', toText: ({ closed }) => (closed ? 'Yes' : 'No') },
            { title: 'Deals', toText: ({ deals }) => String(deals) },
            { title: 'Price', toText: ({ price }) => String(price) },
          ],
          stages,
        )
      }
    >
      {({ deals, price, months, stages }) => (
        <>
          <Figures figures={{ deals: String(deals), 'price in all': formatShortPrice(price) }} />
          {deals > 0 && (
            <ColumnChart
              label={`Prices of deals by month: ${formatPrice(price)} in all`}
              series={['Closed', 'Open']}
              columns={months.map(({ month, open, closed }) => ({
                label: formatMonth(month),
                values: [closed.price, open.price],
              }))}
              format={formatShortPrice}
            />
          )}
          <ReportTable
            caption="Closing deals by stage"
            rows={stages.filter((stage) => stage.deals > 0)}
            rowKey={({ stageId }) => stageId}
            empty="No deal should close in these months."
            columns={[
              { title: 'Pipeline', show: ({ pipeline }) => pipeline },
              { title: 'Stage', show: ({ stage }) => stage },
              { title: 'Deals', isNumber: true, show: (row) => row.deals },
              { title: 'Price', isNumber: true, show: (row) => formatPrice(row.price) },
            ]}
          />
        </>
      )}
    </ReportCard>
  );
};

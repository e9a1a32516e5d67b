import { t } from '@lingui/core/macro';
import { SegmentedControl } from '@mantine/core';
import { PageFrame } from '../components/page-frame';
import { useSearchFilters } from '../components/use-search-filters';
import { usePermissions } from '../session/session';
import styles from './charts.module.css';
import { ClosingDealsReport } from './closing-deals-report';
import { FirstAnswersReport } from './first-answers-report';
import { LeadsReport } from './leads-report';
import { DEFAULT_RANGE, lastDays, RANGES } from './report-range';
import { StagesReport } from './stages-report';
import { useToday } from '../tasks/use-today';

/** Reports: new leads, first answers, stages and closing deals of the user, or of the account for owner and brokers. */
export default function ReportsPage() {
  const { filters, set } = useSearchFilters({ days: DEFAULT_RANGE });
  const { isAdmin, seesDeals } = usePermissions();
  const { today, zone } = useToday();
  const range = lastDays(filters.days, today, zone);
  return (
    <PageFrame
      title={t`Reports`}
      about={
        isAdmin
          ? t`Figures of the whole account.`
          : seesDeals
            ? t`Figures of the people and deals that you see.`
            : t`Figures of the people that you see.`
      }
      actions={
        <SegmentedControl
          aria-label={t`Time`}
          data={RANGES}
          value={filters.days}
          onChange={(value) => set({ days: value })}
        />
      }
    >
      <div className={styles.cards}>
        <LeadsReport range={range} />
        <FirstAnswersReport range={range} />
        <StagesReport range={range} />
        {seesDeals && <ClosingDealsReport />}
      </div>
    </PageFrame>
  );
}

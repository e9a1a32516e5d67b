import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { shiftDay } from '../appointments/zoned-time';
import { Card } from '../components/card';
import { formatPrice, formatShortPrice } from '../components/format-price';
import { ListStates } from '../components/list-states';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { formatDay } from '../tasks/due-day';
import { useToday } from '../tasks/use-today';
import { usePipelines } from '../deals/use-pipelines';
import styles from './today-page.module.css';

const DAYS = 14;
/** Deals that are read; more are on the board. */
const MAX_READ = 100;

/** Deals that should close in the next 14 days, and those that should have closed already. */
export const ClosingDeals = () => {
  const deals = useCollection(['deals', 'closing'], porchlight.deals.list, { limit: MAX_READ, closed: false });
  const { stageName } = usePipelines();
  const { today } = useToday();
  const last = shiftDay(today, DAYS);
  const closing = deals.rows
    .flatMap((deal) => (deal.projectedCloseDate ? [{ ...deal, day: deal.projectedCloseDate }] : []))
    .filter(({ day }) => day <= last)
    .sort((one, other) => one.day.localeCompare(other.day));
  const sum = closing.reduce((total, { price }) => total + (price ?? 0), 0);
  return (
    <Card title={t`Deals closing in 14 days`} aside={sum > 0 && <Text c="dimmed">{formatShortPrice(sum)}</Text>}>
      <ListStates
        what={t`deals`}
        list={{ ...deals, rows: closing, hasMore: false }}
        empty={t`No deal should close in the next 14 days.`}
      >
        <ul className={styles.rows}>
          {closing.map(({ id, name, stageId, price, day }) => (
            <li key={id} className={styles.row}>
              <div className={styles.main}>
                <Link to={`/deals/${id}`}>{name}</Link>
                <div className={styles.meta}>
                  {[stageName(stageId), day < today ? t`overdue since ${formatDay(day, today)}` : formatDay(day, today)]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
              </div>
              {price ? <span>{formatPrice(price)}</span> : null}
            </li>
          ))}
        </ul>
      </ListStates>
    </Card>
  );
};

import { t } from '@lingui/core/macro';
import { Paper, Text } from '@mantine/core';
import { QueryResult } from '../components/loading';
import styles from './delivery-chart.module.css';
import { HOURS, useDeliveryDay, type DeliveryDay } from './delivery-day';

/** Sizes in units of the drawing. */
const BAR = 8;
const GAP = 2;
const HEIGHT = 40;

const describe = ({ delivered, failing, p95Ms, isPartial }: DeliveryDay): string =>
  [
    isPartial ? t`Newest 1,000 of 24 h: ${delivered} delivered` : t`24 h: ${delivered} delivered`,
    t`${failing} failing`,
    ...(p95Ms === undefined ? [] : [t`95 % within ${p95Ms} ms`]),
  ].join(' · ');

/** The deliveries of the last 24 hours by hour: delivered, and failing above them. */
export const DeliveryChart = ({ webhookId }: { readonly webhookId: number }) => {
  const day = useDeliveryDay(webhookId);
  return (
    <QueryResult query={day} what={t`the deliveries of 24 hours`}>
      {(data) => (
        <Paper withBorder px="md" py="sm">
          <Text size="sm">{describe(data)}</Text>
          <Bars day={data} />
        </Paper>
      )}
    </QueryResult>
  );
};

const Bars = ({ day }: { readonly day: DeliveryDay }) => {
  const most = Math.max(1, ...day.hours.map(({ delivered, failing }) => delivered + failing));
  const toHeight = (count: number): number => (count / most) * HEIGHT;
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${HOURS * (BAR + GAP)} ${HEIGHT}`}
      preserveAspectRatio="xMinYMax"
      role="img"
      aria-label={t`Deliveries by hour: ${day.delivered} delivered, ${day.failing} failing`}
    >
      {day.hours.map(({ delivered, failing }, hour) => (
        <g key={hour} transform={`translate(${hour * (BAR + GAP)} 0)`}>
          <title>{t`${HOURS - hour} h ago: ${delivered} delivered, ${failing} failing`}</title>
          <rect className={styles.empty} y={HEIGHT - 1} width={BAR} height={1} />
          <rect
            className={styles.delivered}
            y={HEIGHT - toHeight(delivered)}
            width={BAR}
            height={toHeight(delivered)}
          />
          <rect
            className={styles.failing}
            y={HEIGHT - toHeight(delivered + failing)}
            width={BAR}
            height={toHeight(failing)}
          />
        </g>
      ))}
    </svg>
  );
};

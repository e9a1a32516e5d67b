import styles from './charts.module.css';
import type { ChartColumn } from './group-days';

/** Sizes in units of the drawing, which fills the width of its card. */
const COLUMN = 10;
const GAP = 2;
const HEIGHT = 100;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const CLASSES = [
  styles.series0,
  styles.series1,
  styles.series2,
  styles.series3,
  styles.series4,
  styles.series5,
] as const;

interface Props {
  /** What the chart shows, for screen readers; the table beside it has the values. */
  readonly label: string;
  /** Names of the series, from below. */
  readonly series: readonly string[];
  readonly columns: readonly ChartColumn[];
  format?(value: number): string;
}

/** Columns that are divided by series, with a legend. */
export const ColumnChart = ({ label, series, columns, format = String }: Props) => {
  const most = Math.max(1, ...columns.map(({ values }) => sum(values)));
  const toHeight = (value: number): number => (value / most) * HEIGHT;
  return (
    <figure className={styles.columns}>
      <div className={styles.axis}>
        <span>{format(most)}</span>
      </div>
      <svg
        className={styles.plot}
        viewBox={`0 0 ${columns.length * COLUMN} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {columns.map(({ label: name, values }, at) => (
          <g key={name} transform={`translate(${at * COLUMN + GAP / 2} 0)`}>
            <title>{`${name}: ${values.map((value, nth) => `${series[nth]} ${format(value)}`).join(', ')}`}</title>
            <rect width={COLUMN - GAP} height={HEIGHT} fill="transparent" />
            {values.map((value, nth) => {
              const below = toHeight(sum(values.slice(0, nth)));
              return value === 0 ? null : (
                <rect
                  key={series[nth]}
                  className={CLASSES[nth]}
                  y={HEIGHT - below - toHeight(value)}
                  width={COLUMN - GAP}
                  height={toHeight(value)}
                />
              );
            })}
          </g>
        ))}
      </svg>
      <div className={styles.axis}>
        <span>{columns[0]?.label}</span>
        {columns.length > 1 && <span>{columns.at(-1)?.label}</span>}
      </div>
      {series.length > 1 && (
        <ul className={styles.legend}>
          {series.map((name, nth) => (
            <li key={name}>
              <span className={`${styles.swatch} ${CLASSES[nth]}`} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
};

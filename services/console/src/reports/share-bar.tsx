import styles from './charts.module.css';

const FULL = 100;

/** A bar in a row of a table: the share of a value in the largest one. The row has the value as text. */
export const ShareBar = ({ value, most }: { readonly value: number; readonly most: number }) => (
  <svg className={styles.bar} viewBox={`0 0 ${FULL} 10`} preserveAspectRatio="none" aria-hidden>
    <rect className={styles.track} width={FULL} height={10} />
    <rect className={styles.fill} width={most === 0 ? 0 : (value / most) * FULL} height={10} />
  </svg>
);

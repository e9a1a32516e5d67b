import { t } from '@lingui/core/macro';
import { VisuallyHidden } from '@mantine/core';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import styles from './layout.module.css';
import { formatCount } from '../components/format-count';

/** The number of leads to claim, beside the link to them; nothing beside other links. */
export const NavBadge = ({ path }: { readonly path: string }) => (path === '/unclaimed' ? <UnclaimedCount /> : null);

const UnclaimedCount = () => {
  const { data } = useRecord(['people', 'unclaimed', 'count'], (options) =>
    porchlight.people.listUnclaimed({ limit: 1 }, options),
  );
  const count = data?._metadata.total ?? 0;
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{formatCount(count)}</span>
      <VisuallyHidden>{t`${formatCount(count)} to claim`}</VisuallyHidden>
    </span>
  );
};

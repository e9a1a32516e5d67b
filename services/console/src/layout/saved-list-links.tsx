import { t } from '@lingui/core/macro';
import { Link, useSearchParams } from 'react-router';
import { useSavedLists } from '../people/use-saved-lists';
import styles from './layout.module.css';

/** Lists that the menu shows; the page of people has all. */
const MAX_SHOWN = 6;

/** The saved lists of people, below the link to them. */
export const SavedListLinks = ({ close }: { readonly close: () => void }) => {
  const { rows } = useSavedLists();
  const [search] = useSearchParams();
  if (rows.length === 0) return null;
  return (
    <ul aria-label={t`Saved lists`}>
      {rows.slice(0, MAX_SHOWN).map(({ id, name }) => (
        <li key={id}>
          <Link
            to={`/people?smartListId=${id}`}
            className={`${styles.navLink} ${styles.subLink}`}
            aria-current={search.get('smartListId') === String(id) ? 'true' : undefined}
            onClick={close}
          >
            <span className={styles.navLabel}>{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
};

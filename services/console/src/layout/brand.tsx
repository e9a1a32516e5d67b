import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import styles from './layout.module.css';

/** The name of the product, with a link to the first page. */
export const Brand = () => (
  <Link to="/today" className={styles.brand}>
    <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width={28} height={28} />
    <span>
      <Trans>Porchlight</Trans>
    </span>
  </Link>
);

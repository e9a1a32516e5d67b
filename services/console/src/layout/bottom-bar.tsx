import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import IconMenu2 from '@tabler/icons-react/icons/IconMenu2';
import { NavLink } from 'react-router';
import { useSession } from '../session/session';
import { NavBadge } from './nav-badge';
import { sectionsFor } from './navigation';
import styles from './layout.module.css';

interface Props {
  readonly open: boolean;
  toggle(): void;
  close(): void;
}

/** The bar at the bottom of a phone: the pages of an agent on the road, and a button for all others. */
export const BottomBar = ({ open, toggle, close }: Props) => (
  <nav aria-label={t`Main pages`} className={styles.bottomBar}>
    {sectionsFor(useSession().user.role)
      .flatMap(({ links }) => links)
      .filter(({ onPhone }) => onPhone)
      .map(({ label, path, icon: Icon }) => (
        <NavLink key={path} to={path} className={styles.bottomLink} onClick={close}>
          <Icon size={22} stroke={1.75} aria-hidden />
          {label}
          <NavBadge path={path} />
        </NavLink>
      ))}
    <button type="button" className={styles.bottomLink} aria-expanded={open} aria-controls="menu" onClick={toggle}>
      <IconMenu2 size={22} stroke={1.75} aria-hidden />
      <Trans>More</Trans>
    </button>
  </nav>
);

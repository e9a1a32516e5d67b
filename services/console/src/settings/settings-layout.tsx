import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { useSession } from '../session/session';
import styles from './settings-layout.module.css';
import { settingsFor } from './settings-pages';

/** The frame of the settings: a list of the pages at the side, and the page. */
export default function SettingsLayout() {
  const groups = settingsFor(useSession().user.role);
  const isOverview = useLocation().pathname === '/settings';
  if (isOverview) return <Outlet />;
  return (
    <div className={styles.layout}>
      <nav aria-label={t`Settings`} className={styles.side}>
        {groups.map(({ title, pages }) => (
          <section key={title} aria-label={title}>
            <p aria-hidden="true">{title}</p>
            <ul>
              {pages.map(({ label, path }) => (
                <li key={path}>
                  <NavLink to={path}>{label}</NavLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className={styles.content}>
        <Link to="/settings" className={styles.back}>
          <Trans>All settings</Trans>
        </Link>
        <Outlet />
      </div>
    </div>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Navigate, NavLink, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { onSessionEnded } from '../api/porchlight';
import { BusyButton } from '../components/busy-button';
import { ErrorAlert } from '../components/error-alert';
import { LoadingScreen } from '../components/loading';
import { UnreadBell } from '../notifications/unread-bell';
import { ConfirmEmailAlert } from '../session/confirm-email-alert';
import {
  SESSION_KEY,
  SessionContext,
  useEndSession,
  useSession,
  useSessionQuery,
  type Session,
} from '../session/session';
import { Brand } from './brand';
import styles from './layout.module.css';
import { NoPermissionPage } from './error-pages';
import { sectionsFor } from './navigation';
import { rolesOf } from './page-roles';
import { useFocusOnNavigation } from './use-focus-on-navigation';

/** The frame of every page of a signed-in user. Other visitors go to the sign-in page and return afterwards. */
export const ConsoleLayout = () => {
  const session = useSessionQuery();
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  useEffect(() => onSessionEnded(() => queries.setQueryData(SESSION_KEY, null)), [queries]);
  if (session.data === null) {
    return <Navigate replace to={`/sign-in?${new URLSearchParams({ next: `/console${pathname}${search}` })}`} />;
  }
  if (session.data) {
    const { user, account } = session.data;
    return <Frame key={`${account.id}/${user.id}`} session={session.data} />;
  }
  return session.error ? <ErrorAlert error={session.error} retry={() => void session.refetch()} /> : <LoadingScreen />;
};

const Frame = ({ session }: { readonly session: Session }) => {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const main = useFocusOnNavigation();
  const end = useEndSession();
  return (
    <SessionContext value={session}>
      <ScrollRestoration />
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.header}>
        <button
          type="button"
          className={styles.menuButton}
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
        >
          Menu
        </button>
        <Brand />
        <span className={styles.account}>{session.account.name}</span>
        <UnreadBell />
        <Link to="/profile" className={styles.user}>
          {session.user.name}
        </Link>
        <BusyButton variant="default" size="compact-sm" busy={end.isPending} onClick={() => end.mutate()}>
          Sign out
        </BusyButton>
      </header>
      <div className={styles.body}>
        <Menu role={session.user.role} open={open} close={() => setOpen(false)} />
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <ErrorAlert error={end.error} />
          <ConfirmEmailAlert />
          {/* The key resets forms and messages when only the id in the path changes. */}
          <AllowedPage key={pathname} path={pathname} />
        </main>
      </div>
    </SessionContext>
  );
};

/** The page of a path, or the reason why the user may not open it. */
const AllowedPage = ({ path }: { readonly path: string }) => {
  const roles = rolesOf(path);
  return roles?.includes(useSession().user.role) === false ? <NoPermissionPage roles={roles} /> : <Outlet />;
};

interface MenuProps {
  readonly role: Session['user']['role'];
  /** Only for narrow windows; wide ones always show the menu. */
  readonly open: boolean;
  close(): void;
}

const Menu = ({ role, open, close }: MenuProps) => {
  const loading = useNavigation().state === 'loading';
  return (
    <nav
      id="menu"
      aria-label="Pages"
      aria-busy={loading}
      className={open ? `${styles.nav} ${styles.navOpen}` : styles.nav}
    >
      {sectionsFor(role).map(({ title, links }) => (
        <section key={title} aria-label={title}>
          <p className={styles.navTitle}>{title}</p>
          <ul>
            {links.map(({ label, path }) => (
              <li key={path}>
                <NavLink to={path} className={styles.navLink} onClick={close}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
};

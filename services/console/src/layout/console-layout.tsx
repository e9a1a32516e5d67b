import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Navigate, NavLink, Outlet, useLocation, useNavigation } from 'react-router';
import { onSignedOut } from '../api/client';
import { Problem } from '../parts/problem';
import { SESSION_KEY, SessionContext, useEndSession, useSessionQuery, type Session } from '../session/session';
import { Brand } from './brand';
import styles from './layout.module.css';
import { LoadingScreen } from './loading-screen';
import { sectionsFor } from './navigation';
import { UnreadBell } from './unread-bell';

/** Around every page of who is signed in; whoever is not is sent to sign in, and back afterwards. */
export const ConsoleLayout = (): ReactElement => {
  const session = useSessionQuery();
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  useEffect(() => onSignedOut(() => queries.setQueryData(SESSION_KEY, null)), [queries]);
  if (session.data === null) {
    return <Navigate replace to={`/sign-in?${new URLSearchParams({ next: `/console${pathname}${search}` })}`} />;
  }
  if (session.data) return <Frame session={session.data} />;
  return session.error ? <Problem error={session.error} again={() => void session.refetch()} /> : <LoadingScreen />;
};

const Frame = ({ session }: { readonly session: Session }): ReactElement => {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const former = useRef(pathname);
  // A new page begins at its top, for the eye, the keyboard and the screen reader.
  useEffect(() => {
    if (former.current === pathname) return;
    former.current = pathname;
    setOpen(false);
    window.scrollTo(0, 0);
    main.current?.focus();
  }, [pathname]);
  return (
    <SessionContext value={session}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.header}>
        <button type="button" className={styles.menuButton} aria-expanded={open} aria-controls="menu" onClick={() => setOpen(!open)}>
          Menu
        </button>
        <Brand />
        <span className={styles.account}>{session.account.name}</span>
        <UnreadBell />
        <SignOutButton name={session.user.name} />
      </header>
      <div className={styles.body}>
        <Menu role={session.user.role} open={open} />
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
    </SessionContext>
  );
};

const Menu = ({ role, open }: { readonly role: Session['user']['role']; readonly open: boolean }): ReactElement => {
  const loading = useNavigation().state === 'loading';
  return (
    <nav id="menu" aria-label="Pages" aria-busy={loading} className={open ? `${styles.nav} ${styles.navOpen}` : styles.nav}>
      {sectionsFor(role).map(({ title, ways }) => (
        <section key={title} aria-label={title}>
          <p className={styles.navTitle}>{title}</p>
          <ul>
            {ways.map(({ label, path }) => (
              <li key={path}>
                <NavLink to={path} className={styles.way}>
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

const SignOutButton = ({ name }: { readonly name: string }): ReactElement => {
  const end = useEndSession();
  return (
    <Button variant="default" size="compact-sm" title={`Signed in as ${name}`} loading={end.isPending} onClick={() => end.mutate()}>
      Sign out
    </Button>
  );
};

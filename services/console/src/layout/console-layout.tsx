import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { onSessionEnded } from '../api/porchlight';
import { Announcements } from '../components/announcements';
import { ErrorAlert } from '../components/error-alert';
import { LoadingScreen } from '../components/loading';
import { useLiveUpdates } from '../live/use-live-updates';
import { ConsoleShortcuts } from '../palette/console-shortcuts';
import { ConfirmEmailAlert } from '../session/confirm-email-alert';
import {
  SESSION_KEY,
  SessionContext,
  useEndSession,
  useSession,
  useSessionQuery,
  type Session,
} from '../session/session';
import { BottomBar } from './bottom-bar';
import { ConsoleHeader } from './console-header';
import styles from './layout.module.css';
import { NoPermissionPage } from './error-pages';
import { rolesOf } from './page-roles';
import { Rail } from './rail';
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
  const [menu, setMenu] = useState(false);
  const [palette, setPalette] = useState(false);
  const main = useFocusOnNavigation();
  const end = useEndSession();
  const closeMenu = (): void => setMenu(false);
  useLiveUpdates();
  return (
    <SessionContext value={session}>
      <Announcements>
        <ScrollRestoration />
        <a href="#main" className={styles.skip}>
          <Trans>Skip to content</Trans>
        </a>
        <div className={styles.shell}>
          <Rail open={menu} close={closeMenu} />
          <div className={styles.column}>
            <ConsoleHeader openPalette={() => setPalette(true)} signOut={() => end.mutate()} />
            <main id="main" ref={main} tabIndex={-1} className={styles.main}>
              <ErrorAlert error={end.error} />
              <ConfirmEmailAlert />
              {/* The key resets forms and messages when only the id in the path changes. */}
              <AllowedPage key={pathname} path={pathname} />
            </main>
          </div>
          <BottomBar open={menu} toggle={() => setMenu(!menu)} close={closeMenu} />
        </div>
        <ConsoleShortcuts palette={palette} setPalette={setPalette} />
      </Announcements>
    </SessionContext>
  );
};

/** The page of a path, or the reason why the user may not open it. */
const AllowedPage = ({ path }: { readonly path: string }) => {
  const roles = rolesOf(path);
  return roles?.includes(useSession().user.role) === false ? <NoPermissionPage roles={roles} /> : <Outlet />;
};

import { Paper } from '@mantine/core';
import { Outlet } from 'react-router';
import { Brand } from './brand';
import styles from './layout.module.css';
import { useFocusOnNavigation } from './use-focus-on-navigation';

/** The frame of pages for users who are not signed in. */
export const SignedOutLayout = () => {
  const main = useFocusOnNavigation();
  return (
    <div className={styles.signedOut}>
      <header>
        <Brand />
      </header>
      <main ref={main} tabIndex={-1} className={styles.signedOutCard}>
        <Paper withBorder p="lg" radius="md">
          <Outlet />
        </Paper>
      </main>
    </div>
  );
};

import { Paper } from '@mantine/core';
import type { ReactElement } from 'react';
import { Outlet } from 'react-router';
import { Brand } from './brand';
import styles from './layout.module.css';
import { useFreshPage } from './use-fresh-page';

/** Around the pages that come before signing in. */
export const DoorLayout = (): ReactElement => {
  const main = useFreshPage();
  return (
    <div className={styles.door}>
      <header>
        <Brand />
      </header>
      <main ref={main} tabIndex={-1} className={styles.doorCard}>
        <Paper withBorder p="lg" radius="md">
          <Outlet />
        </Paper>
      </main>
    </div>
  );
};

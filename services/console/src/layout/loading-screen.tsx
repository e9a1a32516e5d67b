import { Loader } from '@mantine/core';
import type { ReactElement } from 'react';
import styles from './layout.module.css';

/** What stands on the screen before there is anything to show. */
export const LoadingScreen = (): ReactElement => (
  <div className={styles.waiting} role="status" aria-label="Loading">
    <Loader />
  </div>
);

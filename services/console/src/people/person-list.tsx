import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Collection } from '../api/hooks';
import { ErrorAlert } from '../components/error-alert';
import { Loading } from '../components/loading';
import { Section } from '../components/section';
import styles from '../components/timeline.module.css';

interface Props<T> {
  readonly title: string;
  readonly list: Collection<T>;
  readonly empty: string;
  children(row: T): ReactNode;
}

/** Records of a person in the narrow column of its page, in all states of a list. */
export const PersonList = <T extends { readonly id: number }>({ title, list, empty, children }: Props<T>) => (
  <Section title={title}>
    <Stack gap="xs">
      <ErrorAlert error={list.error} retry={list.retry} />
      {list.pending && <Loading what={title} />}
      {!list.pending && !list.error && list.rows.length === 0 && <Text c="dimmed">{empty}</Text>}
      <ul className={styles.timeline}>
        {list.rows.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="default" loading={list.loadingMore} onClick={list.loadMore}>
          Show more
        </Button>
      )}
    </Stack>
  </Section>
);

import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Collection } from '../api/hooks';
import { ErrorAlert } from './error-alert';
import { Loading } from './loading';
import { useKeepFocus } from './use-keep-focus';

interface Props<T> {
  /** What the list has, for screen readers: `deals`. */
  readonly what: string;
  readonly list: Pick<Collection<T>, 'rows' | 'pending' | 'error' | 'retry'> & Partial<Collection<T>>;
  readonly empty: ReactNode;
  /** The rows, if there are any. */
  readonly children: ReactNode;
}

/** A list that is no table, in all its states: loading, failed, empty, rows, more rows. */
export const ListStates = <T,>({ what, list, empty, children }: Props<T>) => (
  <div {...useKeepFocus()}>
    <ErrorAlert error={list.error} retry={list.retry} />
    {list.pending && <Loading what={what} />}
    {!list.pending && !list.error && list.rows.length === 0 && (
      <Text component="div" c="dimmed">
        {empty}
      </Text>
    )}
    {list.rows.length > 0 && children}
    {list.hasMore && (
      <Button variant="default" size="compact-sm" loading={list.loadingMore} onClick={list.loadMore}>
        <Trans>Show more</Trans>
      </Button>
    )}
  </div>
);

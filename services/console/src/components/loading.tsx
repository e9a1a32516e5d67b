import { t } from '@lingui/core/macro';
import { Center, Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorAlert } from './error-alert';

/** Shown while a part of a page loads. `what` completes the label: "Loading the import". */
export const Loading = ({ what }: { readonly what: string }) => (
  <div role="status" aria-label={t`Loading ${what}`}>
    <Loader size="sm" />
  </div>
);

/** Fills the screen while the first page loads. */
export const LoadingScreen = () => (
  <Center mih="60vh" role="status" aria-label={t`Loading`}>
    <Loader />
  </Center>
);

interface Props<T> {
  readonly query: UseQueryResult<T>;
  /** What is loading: `the import`. */
  readonly what: string;
  children(data: T): ReactNode;
}

/** Shows a query in all its states: loading, failed, and its data. */
export const QueryResult = <T,>({ query, what, children }: Props<T>) => (
  <>
    <ErrorAlert error={query.error} retry={() => void query.refetch()} />
    {query.isPending && <Loading what={what} />}
    {query.data !== undefined && children(query.data)}
  </>
);

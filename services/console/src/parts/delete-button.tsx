import type { ReactElement } from 'react';
import { remove } from '../api/client';
import { useChange } from '../api/hooks';
import { ConfirmButton } from './confirm-button';

interface Props {
  readonly path: string;
  readonly what: string;
  readonly consequence: string;
  readonly subject: string;
}

/** Deletes a record of the API after asking. */
export const DeleteButton = ({ path, what, consequence, subject }: Props): ReactElement => {
  const change = useChange(() => remove(path), subject);
  return <ConfirmButton verb="Delete" what={what} consequence={consequence} act={() => change.mutateAsync(undefined)} pending={change.isPending} error={change.error} />;
};

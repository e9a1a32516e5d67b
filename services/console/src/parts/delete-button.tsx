import type { ReactElement } from 'react';
import { remove } from '../api/client';
import { ConfirmButton } from './confirm-button';

interface Props {
  readonly path: string;
  readonly what: string;
  readonly consequence: string;
  readonly subject: string;
}

/** Deletes a record of the API after asking. */
export const DeleteButton = ({ path, what, consequence, subject }: Props): ReactElement => (
  <ConfirmButton verb="Delete" what={what} consequence={consequence} act={() => remove(path)} subjects={[subject]} />
);

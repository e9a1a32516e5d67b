import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { createContext, useContext, type ReactNode } from 'react';
import { porchlight } from '../api/porchlight';
import { useEdit, type EditApi } from '../api/use-edit';
import { ConflictDialog } from '../components/conflict-dialog';
import { ErrorAlert } from '../components/error-alert';

type Person = Schemas['Person'];
type PersonChange = Schemas['PersonChange'];

/** Custom fields are not in the default response. */
const ALL_FIELDS = { fields: ['allFields'] };

/** Reads a person with all its fields. */
export const readPerson = (id: number, options?: { signal?: AbortSignal }) =>
  porchlight.people.get(id, ALL_FIELDS, options);

const LABELS: Readonly<Record<string, string>> = {
  firstName: t`First name`,
  lastName: t`Last name`,
  emails: t`Email`,
  phones: t`Phone`,
  addresses: t`Address`,
  assignedUserId: t`Assigned to`,
  assignedPondId: t`Pond`,
  assignedLenderId: t`Lender`,
  timeframeId: t`Timeframe`,
};

/** `stage` becomes `Stage`, `customMovingDate` `Moving date`. */
const toLabel = (field: string): string => {
  const words = field
    .replace(/^custom(?=[A-Z])/, '')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const API: EditApi<Person, PersonChange> = {
  subject: 'people',
  get: (id) => readPerson(id),
  update: (id, change, options) => porchlight.people.update(id, change, undefined, options),
  label: (field) => LABELS[field] ?? toLabel(field),
};

/** How parts of the page change the person. */
interface PersonEdit {
  /** Saves fields; `base` is the person as the user saw it when the change began. */
  edit(change: PersonChange, base: Person, onSuccess?: () => void): void;
  readonly isPending: boolean;
  /** The refusal of the last change by the API. */
  readonly error: unknown;
}

const EditContext = createContext<PersonEdit | undefined>(undefined);

/** Returns how the shown person is changed. */
export const usePersonEdit = (): PersonEdit => {
  const edit = useContext(EditContext);
  if (!edit) throw new Error('usePersonEdit needs the page of a person.');
  return edit;
};

/** Lets the parts of the page change the person, and asks the user after a conflict with another user. */
export const PersonEditing = ({ children }: { readonly children: ReactNode }) => {
  const { edit, isPending, error, conflict, endConflict } = useEdit(API);
  return (
    <EditContext
      value={{
        edit: (change, base, onSuccess) => edit({ change, base }, { onSuccess }),
        isPending,
        error,
      }}
    >
      <ErrorAlert error={error} />
      {children}
      {conflict && (
        <ConflictDialog
          error={conflict.error}
          onClose={endConflict}
          replace={() => {
            endConflict();
            conflict.replace();
          }}
        />
      )}
    </EditContext>
  );
};

import { t } from '@lingui/core/macro';
import { Textarea, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useSave } from '../api/use-save';
import { FormDialog } from '../components/form-dialog';

type Note = Schemas['Note'];

const toValues = ({ subject, body }: Note) => ({ subject: subject ?? '', body: body ?? '' });
const toBody = ({ subject, body }: ReturnType<typeof toValues>) => ({ subject: subject.trim() || null, body });

interface Props {
  onClose(): void;
}

/** A dialog that changes a note. */
export const EditNote = ({ id, onClose }: Props & { readonly id: number }) => {
  const note = useRecord(['notes', id], (options) => porchlight.notes.get(id, undefined, options));
  return note.data ? <NoteDialog note={note.data} onClose={onClose} /> : null;
};

const NoteDialog = ({ note, onClose }: Props & { readonly note: Note }) => (
  <FormDialog
    title={t`Edit note`}
    label={t`Save note`}
    initialValues={toValues(note)}
    change={useSave({
      record: note,
      api: porchlight.notes,
      toValues,
      toBody,
      labels: { subject: t`Subject`, body: t`Note` },
      subjects: ['notes'],
    })}
    onClose={onClose}
  >
    {(form) => (
      <>
        <TextInput label={t`Subject`} {...form.getInputProps('subject')} />
        <Textarea label={t`Note`} rows={6} data-autofocus {...form.getInputProps('body')} />
      </>
    )}
  </FormDialog>
);

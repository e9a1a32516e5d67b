import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useChange } from '../api/hooks';
import { FormDialog } from '../components/form-dialog';
import { required } from '../components/validators';

interface Props {
  add(tag: string): void;
  onClose(): void;
}

/** Asks for the tag that the selected people get. */
export const AddTagDialog = ({ add, onClose }: Props) => (
  <FormDialog
    title={t`Add tag`}
    initialValues={{ tag: '' }}
    validate={{ tag: required(t`a tag`) }}
    change={useChange(({ tag }: { tag: string }) => Promise.resolve(tag.trim()))}
    onClose={onClose}
    onSuccess={add}
  >
    {(form) => <TextInput label={t`Tag`} data-autofocus {...form.getInputProps('tag')} />}
  </FormDialog>
);

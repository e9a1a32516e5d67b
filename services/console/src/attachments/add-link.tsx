import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useChange } from '../api/hooks';
import { FormDialog } from '../components/form-dialog';
import { webAddress } from '../components/web-link';
import type { AttachmentStore } from './attachment-store';

interface Props {
  readonly store: AttachmentStore;
  onClose(): void;
}

/** The name of the file at the end of an address; empty without one. */
const nameOf = (uri: string): string => {
  const last = URL.parse(uri.trim())?.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};

type Values = { uri: string; fileName: string };
const EMPTY: Values = { uri: '', fileName: '' };

/** A dialog that adds a link to a file of another server. */
export const AddLink = ({ store, onClose }: Props) => (
  <FormDialog
    title={t`Add link`}
    initialValues={{ ...EMPTY }}
    validate={{ uri: (uri) => (webAddress(uri.trim()) ? null : t`Enter an address that starts with https://.`) }}
    change={useChange(
      ({ uri, fileName }: Values) =>
        store.createLink({ uri: uri.trim(), fileName: fileName.trim() || nameOf(uri) || t`Link` }),
      store.subject,
    )}
    onClose={onClose}
  >
    {(form) => (
      <>
        <TextInput label={t`Address`} type="url" data-autofocus {...form.getInputProps('uri')} />
        <TextInput
          label={t`Name`}
          description={t`If it is empty, the end of the address is used.`}
          {...form.getInputProps('fileName')}
        />
      </>
    )}
  </FormDialog>
);

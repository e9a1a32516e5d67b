import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { FormDialog } from '../components/form-dialog';
import { required } from '../components/validators';

/** The two headers that identify a system. */
export interface SystemPair {
  readonly name?: string;
  readonly key?: string;
}

/** Minimum length of an existing key, characters. */
const MIN_KEY_LENGTH = 32;

const existingKey = (value: string): string | undefined =>
  value === '' || value.length >= MIN_KEY_LENGTH
    ? undefined
    : t`Enter a key of at least ${MIN_KEY_LENGTH} characters, or leave this field empty.`;

interface Props {
  /** The name of an unregistered system. */
  readonly name?: string;
  close(): void;
  /** Shows a generated key. Not called for an existing key: the user has it already. */
  show(pair: SystemPair): void;
}

/** Registers a system with a new key, or with the key that the integration already uses. */
export const RegisterSystem = ({ name = '', close, show }: Props) => {
  const register = useChange(
    (values: { name: string; key: string }) =>
      porchlight.systems.create({ name: values.name.trim(), key: values.key.trim() || undefined }),
    'systems',
  );
  return (
    <FormDialog
      title={t`Register system`}
      initialValues={{ name, key: '' }}
      validate={{ name: required(t`the system's name`), key: existingKey }}
      change={register}
      onClose={close}
      onSuccess={(pair, { key }) => key.trim() === '' && show(pair)}
    >
      {(form) => (
        <>
          <TextInput
            label={t`Name`}
            description={t`The value of the header X-System.`}
            required
            data-autofocus={name === '' || undefined}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t`Existing key`}
            description={t`The value of X-System-Key that the integration already sends. Leave empty to create a new key.`}
            autoComplete="off"
            data-autofocus={name !== '' || undefined}
            {...form.getInputProps('key')}
          />
        </>
      )}
    </FormDialog>
  );
};

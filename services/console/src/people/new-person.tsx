import { t } from '@lingui/core/macro';
import { Group, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { FormDialog } from '../components/form-dialog';
import { KnownPerson } from './known-person';

const EMPTY = { firstName: '', lastName: '', email: '', phone: '', source: '' };

const createPerson = ({ firstName, lastName, email, phone, source }: typeof EMPTY) =>
  porchlight.people.create({
    firstName: firstName.trim() || undefined,
    lastName: lastName.trim() || undefined,
    emails: email.trim() === '' ? undefined : [{ value: email.trim() }],
    phones: phone.trim() === '' ? undefined : [{ value: phone.trim() }],
    source: source.trim() || undefined,
  });

/** A dialog that creates a person and opens its page. */
export default function NewPerson({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <FormDialog
      title={t`New person`}
      label={t`Create person`}
      initialValues={EMPTY}
      validate={{
        firstName: (value, all) =>
          [value, all.lastName, all.email, all.phone].every((text) => text.trim() === '')
            ? t`Enter a name, an email or a phone number.`
            : null,
      }}
      change={useChange(createPerson, 'people')}
      onClose={onClose}
      onSuccess={({ id }) => void navigate(`/people/${id}`)}
    >
      {(form) => (
        <>
          <Group grow align="flex-start">
            <TextInput label={t`First name`} data-autofocus {...form.getInputProps('firstName')} />
            <TextInput label={t`Last name`} {...form.getInputProps('lastName')} />
          </Group>
          <TextInput label={t`Email`} type="email" {...form.getInputProps('email')} />
          <TextInput label={t`Phone`} type="tel" {...form.getInputProps('phone')} />
          <KnownPerson email={form.values.email} phone={form.values.phone} onClose={onClose} />
          <TextInput label={t`Source`} placeholder={t`Open house`} {...form.getInputProps('source')} />
        </>
      )}
    </FormDialog>
  );
}

import { t } from '@lingui/core/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { useSave } from '../api/use-save';
import { FormDialog } from '../components/form-dialog';
import { required } from '../components/validators';

type User = Schemas['User'];
type Role = 'Agent' | 'Broker' | 'Lender';

/** The roles that an owner or a broker can give. */
export const ROLES: readonly Role[] = ['Agent', 'Broker', 'Lender'];
export const ROLE_RULE = t`Brokers see all people; agents and lenders see the people assigned to them.`;

type Values = { firstName: string; lastName: string; phone: string; role: Role; timezone: string };

const LABELS = {
  firstName: t`First name`,
  lastName: t`Last name`,
  phone: t`Phone`,
  role: t`Role`,
  timezone: t`Time zone`,
};

const toValues = ({ firstName, lastName, phone, role, timezone }: User): Values => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  phone: phone ?? '',
  role: (role ?? 'Agent') as Role,
  timezone: timezone ?? '',
});

/** Changes the names, phone, role and time zone of a user. */
export const EditUser = ({ user, close }: { readonly user: User; close(): void }) => {
  const save = useSave<User, Values, Values>({
    record: user,
    api: porchlight.users,
    toValues,
    toBody: (values) => values,
    labels: LABELS,
    subjects: ['users'],
  });
  return (
    <FormDialog
      title={t`Edit ${user.name ?? ''}`}
      label={t`Save changes`}
      draft={`users/${user.id}`}
      initialValues={toValues(user)}
      validate={{ firstName: required(t`a first name`) }}
      change={save}
      onClose={close}
    >
      {(form) => (
        <>
          <TextInput label={LABELS.firstName} required data-autofocus {...form.getInputProps('firstName')} />
          <TextInput label={LABELS.lastName} {...form.getInputProps('lastName')} />
          <TextInput label={LABELS.phone} type="tel" maxLength={50} {...form.getInputProps('phone')} />
          <NativeSelect label={LABELS.role} description={ROLE_RULE} data={[...ROLES]} {...form.getInputProps('role')} />
          <NativeSelect
            label={LABELS.timezone}
            data={Intl.supportedValuesOf('timeZone')}
            {...form.getInputProps('timezone')}
          />
        </>
      )}
    </FormDialog>
  );
};

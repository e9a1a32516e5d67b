import { NativeSelect, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactElement, ReactNode } from 'react';
import type { Schemas } from '@porchlight/sdk';
import { useChange, useRecord } from '../api/hooks';
import { callSession, porchlight } from '../api/porchlight';
import { LoadingScreen } from '../layout/loading-screen';
import { BusyButton } from '../parts/busy-button';
import { Form } from '../parts/form';
import { PageFrame } from '../parts/page-frame';
import { Problem } from '../parts/problem';
import { ProofFields } from '../parts/proof-fields';
import { needed, newPassword, PASSWORD_RULE } from '../parts/rules';
import { useChangePassword, useSession } from '../session/session';

/** The profile of the signed-in user: names, phone, time zone, password. */
export default function ProfilePage(): ReactElement {
  const { id } = useSession().user;
  const user = useRecord(['users', id], (options) => porchlight.users.get(id, undefined, options));
  return (
    <PageFrame title="Your profile">
      {user.error ? <Problem error={user.error} retry={() => void user.refetch()} /> : null}
      {user.isPending ? <LoadingScreen /> : null}
      {user.data && (
        <Part title="Profile">
          <ProfileForm user={user.data} />
        </Part>
      )}
      <Part title="Password">
        <PasswordForm />
      </Part>
    </PageFrame>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement => (
  <Paper component="section" aria-label={title} withBorder p="lg" maw="36rem">
    <Stack>
      <Title order={2} size="h3">
        {title}
      </Title>
      {children}
    </Stack>
  </Paper>
);

const ProfileForm = ({ user }: { readonly user: Schemas['User'] }): ReactElement => {
  const save = useChange((input: object) => callSession('PUT', '/session/profile', input), 'users');
  const form = useForm({
    initialValues: {
      firstName: user.firstName ?? '',
      lastName: user.lastName ?? '',
      phone: user.phone ?? '',
      timezone: user.timezone ?? '',
    },
    validate: { firstName: needed('a first name') },
  });
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <TextInput label="First name" autoComplete="given-name" required {...form.getInputProps('firstName')} />
      <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
      <TextInput label="Phone" type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
      <NativeSelect
        label="Time zone"
        description="Due dates of tasks use this zone."
        data={Intl.supportedValuesOf('timeZone')}
        {...form.getInputProps('timezone')}
      />
      {save.error ? <Problem error={save.error} /> : null}
      <BusyButton type="submit" busy={save.isPending}>
        Save profile
      </BusyButton>
      <Text size="sm" role="status">
        {save.isSuccess ? 'Saved.' : ''}
      </Text>
    </Form>
  );
};

const EMPTY = { password: '', code: '', newPassword: '', again: '' };

const PasswordForm = (): ReactElement => {
  const change = useChangePassword<object>();
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      password: needed('your current password'),
      newPassword,
      again: (value, values) => (value === values.newPassword ? undefined : 'The two passwords differ.'),
    },
  });
  const submit = ({ password, code, newPassword: replacement }: typeof EMPTY): void =>
    change.mutate({ password, code: code.trim(), newPassword: replacement }, { onSuccess: () => form.reset() });
  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <Text>All other devices are signed out.</Text>
      <ProofFields form={form} />
      <PasswordInput
        label="New password"
        description={PASSWORD_RULE}
        autoComplete="new-password"
        required
        {...form.getInputProps('newPassword')}
      />
      <PasswordInput label="New password again" autoComplete="new-password" required {...form.getInputProps('again')} />
      {change.error ? <Problem error={change.error} /> : null}
      <BusyButton type="submit" busy={change.isPending}>
        Change password
      </BusyButton>
      <Text size="sm" role="status">
        {change.isSuccess ? 'Your password was changed.' : ''}
      </Text>
    </Form>
  );
};

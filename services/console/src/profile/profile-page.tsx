import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Schemas } from '@porchlight/sdk';
import type { ReactNode } from 'react';
import { useChange, useRecord } from '../api/hooks';
import { callSession, porchlight } from '../api/porchlight';
import { CalendarFeed } from '../calendar/calendar-feed';
import { Form, SubmitSection } from '../components/form';
import { QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { newPassword, PASSWORD_RULE, required, samePassword } from '../components/validators';
import { ProofFields } from '../session/proof-dialog';
import { SESSION_KEY, useChangePassword, useSession } from '../session/session';

/** The profile of the signed-in user: names, phone, time zone, password. */
export default function ProfilePage() {
  const { id } = useSession().user;
  const user = useRecord(['users', id], (options) => porchlight.users.get(id, undefined, options));
  return (
    <PageFrame title={t`Your profile`}>
      <QueryResult query={user} what={t`the profile`}>
        {(data) => (
          <Part title={t`Profile`}>
            <ProfileForm user={data} />
          </Part>
        )}
      </QueryResult>
      <Part title={t`Calendar`}>
        <CalendarFeed />
      </Part>
      <Part title={t`Password`}>
        <PasswordForm />
      </Part>
    </PageFrame>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Paper component="section" aria-label={title} withBorder p="lg" maw="36rem">
    <Stack>
      <Title order={2} size="h3">
        {title}
      </Title>
      {children}
    </Stack>
  </Paper>
);

const ProfileForm = ({ user }: { readonly user: Schemas['User'] }) => {
  const save = useChange((input: object) => callSession('PUT', '/session/profile', input), 'users', SESSION_KEY[0]);
  const form = useForm({
    initialValues: {
      firstName: user.firstName ?? '',
      lastName: user.lastName ?? '',
      phone: user.phone ?? '',
      timezone: user.timezone ?? '',
    },
    validate: { firstName: required(t`a first name`) },
  });
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <TextInput label={t`First name`} autoComplete="given-name" required {...form.getInputProps('firstName')} />
      <TextInput label={t`Last name`} autoComplete="family-name" {...form.getInputProps('lastName')} />
      <TextInput label={t`Phone`} type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
      <NativeSelect
        label={t`Time zone`}
        description={t`Due dates of tasks use this zone.`}
        data={Intl.supportedValuesOf('timeZone')}
        {...form.getInputProps('timezone')}
      />
      <SubmitSection label={t`Save profile`} change={save} done={t`Profile saved.`} />
    </Form>
  );
};

const EMPTY = { password: '', code: '', newPassword: '', repeated: '' };

const PasswordForm = () => {
  const change = useChangePassword();
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      password: required(t`your current password`),
      newPassword,
      repeated: (value, values) => samePassword(value, values.newPassword),
    },
  });
  const submit = ({ password, code, newPassword: replacement }: typeof EMPTY): void =>
    change.mutate({ password, code: code.trim(), newPassword: replacement }, { onSuccess: () => form.reset() });
  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <Text>
        <Trans>Changing the password signs you out on all other devices.</Trans>
      </Text>
      <ProofFields form={form} />
      <PasswordInput
        label={t`New password`}
        description={PASSWORD_RULE}
        autoComplete="new-password"
        required
        {...form.getInputProps('newPassword')}
      />
      <PasswordInput
        label={t`Repeat new password`}
        autoComplete="new-password"
        required
        {...form.getInputProps('repeated')}
      />
      <SubmitSection label={t`Change password`} change={change} done={t`Your password was changed.`} />
    </Form>
  );
};

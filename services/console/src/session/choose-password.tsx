import { Alert, Checkbox, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PorchlightError } from '@porchlight/sdk';
import { newPassword, PASSWORD_RULE } from '../parts/rules';
import { DoorForm } from './door-form';
import { useBeginSession } from './session';
import { useGoOn } from './where-next';

interface Props {
  readonly title: string;
  readonly about: string;
  readonly verb: string;
  /** The path that receives the token of the link and the password. */
  readonly path: `/session${string}`;
  /** Offers to end API keys and the access of apps along with the old password. */
  readonly offersRevocation?: boolean;
}

type Revocable = 'keys' | 'grants';

const OVER =
  'This link was used already or has expired. If you chose a password with it, sign in. If not, request a new link.';

const isOver = (error: unknown): boolean => error instanceof PorchlightError && error.status === 404;

/** Sets a password with the token of a link: of an invitation, a sign-up or a forgotten password. */
export const ChoosePassword = ({ title, about, verb, path, offersRevocation = false }: Props): ReactElement => {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const goOn = useGoOn();
  const begin = useBeginSession<{ token: string; password: string; revoke?: Revocable[] }>(path);
  const form = useForm({
    initialValues: { password: '', again: '', endKeys: false, endGrants: false },
    validate: {
      password: newPassword,
      again: (value, { password }) => (value === password ? undefined : 'The two passwords differ.'),
    },
  });
  const submit = ({ password, endKeys, endGrants }: typeof form.values): void => {
    const revoke: Revocable[] = [...(endKeys ? (['keys'] as const) : []), ...(endGrants ? (['grants'] as const) : [])];
    begin.mutate({ token, password, ...(revoke.length > 0 && { revoke }) }, { onSuccess: goOn });
  };
  const signIn = (
    <Text size="sm">
      <Link to="/sign-in">Sign in</Link>
    </Text>
  );
  if (token === '') {
    return (
      <Stack>
        <title>{`${title} · Porchlight`}</title>
        <Alert color="red" variant="light" role="alert" title="This link is incomplete">
          Open the link in the email again, or copy the whole link.
        </Alert>
        {signIn}
      </Stack>
    );
  }
  return (
    <DoorForm
      title={title}
      about={about}
      verb={verb}
      pending={begin.isPending}
      error={isOver(begin.error) ? new PorchlightError(OVER, { reason: 'NOT_FOUND', status: 404 }) : begin.error}
      ways={signIn}
      onSubmit={form.onSubmit(submit)}
    >
      <PasswordInput
        label="Password"
        description={PASSWORD_RULE}
        autoComplete="new-password"
        required
        {...form.getInputProps('password')}
      />
      <PasswordInput label="Repeat password" autoComplete="new-password" required {...form.getInputProps('again')} />
      {offersRevocation && (
        <>
          <Text size="sm">
            All other sessions end. If another person may know your old password, end these too. Integrations that use
            them stop.
          </Text>
          <Checkbox label="End my API keys" {...form.getInputProps('endKeys', { type: 'checkbox' })} />
          <Checkbox
            label="End the access of connected apps"
            {...form.getInputProps('endGrants', { type: 'checkbox' })}
          />
        </>
      )}
    </DoorForm>
  );
};

import { PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactElement } from 'react';
import { useSecondFactor, type Proof } from '../session/second-factor';

/** Fields for the password and, if enabled, the code of the second factor. */
export const ProofFields = ({ form }: { readonly form: UseFormReturnType<Proof> }): ReactElement => {
  const enabled = useSecondFactor().data?.enabled ?? false;
  return (
    <>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        data-autofocus
        {...form.getInputProps('password')}
      />
      {enabled && (
        <TextInput
          label="Code"
          description="From your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          required
          {...form.getInputProps('code')}
        />
      )}
    </>
  );
};

import { t } from '@lingui/core/macro';
import { PasswordInput, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { FormDialog } from '../components/form-dialog';
import { required } from '../components/validators';
import { useChangeWithProof, useSecondFactor, type Proof } from './second-factor';

/** Fields for the password and, if enabled, the code of the second factor. */
export const ProofFields = ({ form }: { readonly form: UseFormReturnType<Proof> }) => {
  const enabled = useSecondFactor().data?.enabled ?? false;
  return (
    <>
      <PasswordInput
        label={t`Your password`}
        autoComplete="current-password"
        required
        data-autofocus
        {...form.getInputProps('password')}
      />
      {enabled && (
        <TextInput
          label={t`Code`}
          description={t`From your authenticator app, or a recovery code`}
          autoComplete="one-time-code"
          required
          {...form.getInputProps('code')}
        />
      )}
    </>
  );
};

interface Props<Out> {
  readonly title: string;
  /** The label of the button. */
  readonly label: string;
  /** What the change does. */
  readonly description: string;
  /** The route that receives the proof. */
  readonly path: `/session${string}`;
  /** Fields to send with the proof. */
  readonly body?: object;
  onClose(): void;
  onSuccess?(result: Out): void;
}

/** Asks for the password and, if enabled, the second factor before a sensitive change. */
export const ProofDialog = <Out,>({ label, description, path, body, ...dialog }: Props<Out>) => {
  return (
    <FormDialog
      label={label}
      initialValues={{ password: '', code: '' }}
      validate={{ password: required(t`your password`) }}
      change={useChangeWithProof<Proof, Out>(path, body)}
      {...dialog}
    >
      {(form) => (
        <>
          <Text>{description}</Text>
          <ProofFields form={form} />
        </>
      )}
    </FormDialog>
  );
};

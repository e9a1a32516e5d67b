import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactElement } from 'react';
import type { Proof } from '../session/second-factor';
import { FormDialog } from './form-dialog';
import { ProofFields } from './proof-fields';
import { needed } from './rules';

interface Props {
  readonly title: string;
  readonly verb: string;
  /** What follows from it. */
  readonly consequence: string;
  readonly pending: boolean;
  readonly error: unknown;
  send(proof: Proof): void;
  onClose(): void;
}

/** Asks for the password, and the second factor of who has one, before something that only the person may do. */
export const ProofDialog = ({ title, verb, consequence, pending, error, send, onClose }: Props): ReactElement => {
  const form = useForm<Proof>({ initialValues: { password: '', code: '' }, validate: { password: needed('your password') } });
  return (
    <FormDialog opened title={title} verb={verb} pending={pending} error={error} onClose={onClose} onSubmit={form.onSubmit((values) => send({ ...values, code: values.code.trim() }))}>
      <Text>{consequence}</Text>
      <ProofFields form={form} />
    </FormDialog>
  );
};

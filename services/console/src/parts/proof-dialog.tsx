import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactElement } from 'react';
import { useProven, type Proof } from '../session/second-factor';
import { FormDialog } from './form-dialog';
import { ProofFields } from './proof-fields';
import { needed } from './rules';

interface Props<Out> {
  readonly title: string;
  readonly verb: string;
  /** What follows from it. */
  readonly consequence: string;
  /** Where the proof is sent, such as `/session/secondFactor`, and what with it. */
  readonly path: string;
  readonly besides?: object;
  onClose(): void;
  onDone?(answer: Out): void;
}

/** Asks for the password, and the second factor of who has one, before something that only the person may do. */
export const ProofDialog = <Out,>({ title, verb, consequence, path, besides, onClose, onDone }: Props<Out>): ReactElement => {
  const change = useProven<Proof, Out>(path, besides);
  const form = useForm<Proof>({
    initialValues: { password: '', code: '' },
    validate: { password: needed('your password') },
    transformValues: (values) => ({ ...values, code: values.code.trim() }),
  });
  return (
    <FormDialog title={title} verb={verb} form={form} change={change} onClose={onClose} {...(onDone && { onDone })}>
      <Text>{consequence}</Text>
      <ProofFields form={form} />
    </FormDialog>
  );
};

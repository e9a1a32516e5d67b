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
  /** The effect of the change. */
  readonly consequence: string;
  /** The path that receives the proof, such as `/session/secondFactor`, with additional fields. */
  readonly path: `/session${string}`;
  readonly besides?: object;
  onClose(): void;
  onDone?(answer: Out): void;
}

/** Asks for the password and, if enabled, the second factor before a sensitive change. */
export const ProofDialog = <Out,>({
  title,
  verb,
  consequence,
  path,
  besides,
  onClose,
  onDone,
}: Props<Out>): ReactElement => {
  const change = useProven<Proof, Out>(path, besides);
  const form = useForm<Proof>({
    initialValues: { password: '', code: '' },
    validate: { password: needed('your password') },
  });
  return (
    <FormDialog title={title} verb={verb} form={form} change={change} onClose={onClose} {...(onDone && { onDone })}>
      <Text>{consequence}</Text>
      <ProofFields form={form} />
    </FormDialog>
  );
};

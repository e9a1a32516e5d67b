import { Stack } from '@mantine/core';
import { useRef, type FormEventHandler, type ReactElement, type ReactNode } from 'react';

interface Props {
  onSubmit: FormEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
}

/** A form that leads to its first field in want of something, when it is sent and that stands in the way. */
export const Form = ({ onSubmit, children }: Props): ReactElement => {
  const form = useRef<HTMLFormElement>(null);
  const toFirstProblem = (): void => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        onSubmit(event);
        // The fields show by then what is wrong with them.
        setTimeout(toFirstProblem);
      }}
    >
      <Stack>{children}</Stack>
    </form>
  );
};

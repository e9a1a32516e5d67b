import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface Props extends Omit<ButtonProps, 'children'> {
  readonly label: string;
  /** The label for screen readers, where several buttons have the same text: `Delete Downtown`. */
  readonly name?: string;
  /** Renders the dialog while it is open. */
  children(close: () => void): ReactNode;
}

/** A button that opens a dialog. */
export const DialogButton = ({ label, name, children, ...button }: Props) => {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Button {...button} aria-label={name} aria-haspopup="dialog" onClick={dialog.open}>
        {label}
      </Button>
      {opened && children(dialog.close)}
    </>
  );
};

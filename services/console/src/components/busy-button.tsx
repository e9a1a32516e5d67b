import { Button, type ButtonProps } from '@mantine/core';

interface Props extends ButtonProps {
  /** The action is in progress: clicks do nothing until it ends. */
  readonly busy: boolean;
  readonly type?: 'submit' | 'button';
  readonly title?: string;
  onClick?(): void;
}

/** A button that waits for its action. Never `disabled`: a disabled button loses the focus of the keyboard. */
export const BusyButton = ({ busy, type = 'button', onClick, ...others }: Props) => (
  <Button
    {...others}
    type={type}
    aria-disabled={busy}
    data-disabled={busy || undefined}
    onClick={(event) => {
      // Keeps a form from being submitted twice, by the Enter key too.
      if (busy) event.preventDefault();
      else onClick?.();
    }}
  />
);

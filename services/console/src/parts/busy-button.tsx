import { Button, type ButtonProps } from '@mantine/core';
import type { ReactElement } from 'react';

interface Props extends ButtonProps {
  /** What it began is under way: until that is over it begins nothing more. */
  readonly busy: boolean;
  readonly type?: 'submit' | 'button';
  readonly title?: string;
  onClick?(): void;
}

/**
 * A button that waits for what it began. It is never `disabled`, for then the keyboard would lose its place on the
 * page.
 */
export const BusyButton = ({ busy, type = 'button', onClick, ...others }: Props): ReactElement => (
  <Button
    {...others}
    type={type}
    aria-disabled={busy}
    {...(busy && { 'data-disabled': true })}
    onClick={(event) => {
      // Of a form's button this keeps the form from being sent again, by Enter too.
      if (busy) event.preventDefault();
      else onClick?.();
    }}
  />
);

import { Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { describeError } from '../api/describe-error';
import { useChange } from '../api/hooks';
import { BusyButton } from './busy-button';

interface Props<Out> {
  readonly verb: string;
  /** What it is done to, for screen readers. */
  readonly what: string;
  act(): PromiseLike<Out>;
  /** Subjects of the API to read again, such as `webhooks`. */
  readonly subjects: readonly string[];
  /** What is said when it is done. */
  readonly done?: (answer: Out) => string;
  onDone?(answer: Out): void;
}

/** A button that changes something at once and says how that went beside it. */
export const ChangeButton = <Out,>({ verb, what, act, subjects, done, onDone }: Props<Out>): ReactElement => {
  const change = useChange<void, Out>(act, ...subjects);
  return (
    <span>
      <BusyButton
        size="compact-sm"
        variant="default"
        busy={change.isPending}
        aria-label={`${verb} ${what}`}
        onClick={() => change.mutate(undefined, { onSuccess: onDone })}
      >
        {verb}
      </BusyButton>
      {change.error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {describeError(change.error)}
        </Text>
      ) : null}
      {change.isSuccess && done && (
        <Text size="sm" role="status">
          {done(change.data)}
        </Text>
      )}
    </span>
  );
};

import { useChange } from '../api/hooks';
import { BusyButton } from './busy-button';
import { ButtonMessage } from './button-row';
import { ErrorText } from './error-alert';
import { StatusText } from './form';

interface Props<Out> {
  readonly label: string;
  /** The label for screen readers, where several buttons have the same text: `Pause New buyer`. */
  readonly name?: string;
  /** The one button that the user most likely needs. */
  readonly primary?: boolean;
  act(): PromiseLike<Out>;
  /** Subjects of the API to read again, such as `webhooks`. */
  readonly subjects: readonly string[];
  /** The message after a success. */
  readonly done?: (result: Out) => string;
  onSuccess?(result: Out): void;
}

/** A button that changes something at once and reports the result. */
export const ChangeButton = <Out,>({ label, name, primary, act, subjects, done, onSuccess }: Props<Out>) => {
  const change = useChange<void, Out>(act, ...subjects);
  return (
    <span>
      <BusyButton
        size="compact-sm"
        variant={primary ? 'filled' : 'default'}
        busy={change.isPending}
        aria-label={name}
        onClick={() => change.mutate(undefined, { onSuccess })}
      >
        {label}
      </BusyButton>
      <ButtonMessage>
        <ErrorText error={change.error} />
        {change.isSuccess && done && <StatusText>{done(change.data)}</StatusText>}
      </ButtonMessage>
    </span>
  );
};

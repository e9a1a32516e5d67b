import { useChange } from '../api/hooks';
import { BusyButton } from './busy-button';
import { ButtonMessage } from './button-row';
import { ErrorText } from './error-alert';
import { StatusText } from './form';

interface Props<Out> {
  readonly verb: string;
  /** The one button that the user most likely needs. */
  readonly primary?: boolean;
  /** The object of the verb, for screen readers, where the visible label has none. */
  readonly what?: string;
  act(): PromiseLike<Out>;
  /** Subjects of the API to read again, such as `webhooks`. */
  readonly subjects: readonly string[];
  /** The message after a success. */
  readonly done?: (result: Out) => string;
  onSuccess?(result: Out): void;
}

/** A button that changes something at once and reports the result. */
export const ChangeButton = <Out,>({ verb, primary, what, act, subjects, done, onSuccess }: Props<Out>) => {
  const change = useChange<void, Out>(act, ...subjects);
  return (
    <span>
      <BusyButton
        size="compact-sm"
        variant={primary ? 'filled' : 'default'}
        busy={change.isPending}
        aria-label={what === undefined ? verb : `${verb} ${what}`}
        onClick={() => change.mutate(undefined, { onSuccess })}
      >
        {verb}
      </BusyButton>
      <ButtonMessage>
        <ErrorText error={change.error} />
        {change.isSuccess && done && <StatusText>{done(change.data)}</StatusText>}
      </ButtonMessage>
    </span>
  );
};

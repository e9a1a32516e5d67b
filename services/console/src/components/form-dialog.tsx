import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Text, type ButtonProps } from '@mantine/core';
import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { readFieldProblems } from '../api/field-problems';
import { pickChanges } from '../api/use-save';
import { readDraft, writeDraft } from '../session/stored-drafts';
import { useDraftKey } from '../session/use-draft';
import { BusyButton } from './busy-button';
import { ErrorAlert } from './error-alert';
import { Form } from './form';
import { returnFocus } from './return-focus';

/** The element that opened the dialog: the focused one, or the button of the menu that it is in and that closes. */
const findOpener = (): Element | null => {
  const menu = document.activeElement?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement;
};

/** Returns the focus to what opened the dialog, or to the page. Mantine does so only for mounted dialogs. */
const useRestoreFocus = (): void => {
  const [opener] = useState(findOpener);
  useEffect(() => () => returnFocus(opener), [opener]);
};

/** Lets the first field have the focus, unless another one asks for it. Mantine would focus the button that closes. */
const markFirstField = (body: HTMLElement | null): void => {
  if (!body || body.querySelector('[data-autofocus]')) return;
  body.querySelector('input:not([type="hidden"], [disabled]), select, textarea')?.setAttribute('data-autofocus', '');
};

/** The fields that the user changed and did not send, as they are stored. */
const parseDraft = (text: string): object => {
  try {
    return (JSON.parse(text || '{}') as object | null) ?? {};
  } catch {
    return {};
  }
};

interface Props<V extends Record<string, unknown>, Out> {
  readonly title: string;
  /** The label of the button that submits, if it differs from the title. */
  readonly label?: string;
  readonly color?: ButtonProps['color'];
  readonly closeOnClickOutside?: boolean;
  readonly size?: string;
  /**
   * Names the draft that keeps changed fields when the session ends or the page is closed, such as `stages/7`. Cancel
   * and success remove it. Never for passwords.
   */
  readonly draft?: string;
  readonly initialValues: V;
  readonly validate?: UseFormInput<V>['validate'];
  /** The form field of each API field that has another name, for the problems that the API reports. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** The change that the form submits its values to. */
  readonly change: UseMutationResult<Out, unknown, V>;
  onClose(): void;
  /** Called after the dialog has closed. */
  onSuccess?(result: Out, values: V): void;
  /** Renders the fields. */
  children(form: UseFormReturnType<V>): ReactNode;
}

/**
 * A form in a dialog: fields, the error of the API, buttons to submit and cancel. What the API refuses is shown beside
 * its field. Render it while it is open. It stays open while it waits for a response: that may contain a secret that
 * the API returns only once.
 */
export const FormDialog = <V extends Record<string, unknown>, Out>({
  title,
  label = title,
  color,
  closeOnClickOutside = false,
  size,
  draft,
  initialValues,
  validate,
  renamed,
  change,
  onClose,
  onSuccess,
  children,
}: Props<V, Out>) => {
  useRestoreFocus();
  const key = useDraftKey(draft);
  const [stored] = useState(() => parseDraft(key === undefined ? '' : readDraft(key)));
  const store = (changed: object): void => {
    if (key !== undefined) writeDraft(key, Object.keys(changed).length === 0 ? '' : JSON.stringify(changed));
  };
  const form = useForm<V>({
    initialValues: { ...initialValues, ...stored },
    validate,
    onValuesChange: (values) => store(pickChanges(initialValues, values)),
  });
  const problems = readFieldProblems(change.error, Object.keys(initialValues), renamed);
  const close = (): void => {
    if (change.isPending) return;
    store({});
    onClose();
  };
  const submit = (values: V): void =>
    change.mutate(values, {
      onSuccess: (result) => {
        store({});
        onClose();
        onSuccess?.(result, values);
      },
      onError: (error) => form.setErrors(readFieldProblems(error, Object.keys(initialValues), renamed).byField),
    });
  return (
    <Modal opened onClose={close} title={title} size={size} closeOnClickOutside={closeOnClickOutside}>
      <div ref={markFirstField}>
        <Form onSubmit={form.onSubmit(submit)} problems={problems.byField}>
          {Object.keys(stored).length > 0 && (
            <Text c="dimmed">
              <Trans>Restored what you typed before.</Trans>
            </Text>
          )}
          {children(form)}
          <ErrorAlert error={problems.isComplete ? undefined : change.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={change.isPending}>
              <Trans>Cancel</Trans>
            </Button>
            <BusyButton type="submit" color={color} busy={change.isPending}>
              {label}
            </BusyButton>
          </Group>
        </Form>
      </div>
    </Modal>
  );
};

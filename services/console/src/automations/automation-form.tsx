import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text, TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { BusyButton } from '../components/busy-button';
import { Card } from '../components/card';
import { ErrorAlert } from '../components/error-alert';
import { StatusText } from '../components/form';
import { findRefusedSteps } from '../plans/refused-steps';
import { findStepProblems } from '../plans/step-values';
import { useDraftValue } from '../session/use-draft-value';
import type { Automation, AutomationValues } from './automation-values';
import { ConditionsBar } from './conditions-bar';
import { FlowStepList } from './flow-step-fields';
import { TriggerFields } from './trigger-fields';

interface Props {
  /** Names the draft: an id, or `new`. */
  readonly draft: string;
  readonly initial: AutomationValues;
  readonly verb: string;
  readonly change: UseMutationResult<Automation, unknown, AutomationValues>;
  onSaved?(automation: Automation): void;
}

/** Name, trigger, conditions and steps of an automation. What is not saved stays as a draft of the tab. */
export const AutomationForm = ({ draft, initial, verb, change, onSaved }: Props) => {
  const { value, set, clear } = useDraftValue(`automation/${draft}`, initial);
  const [checked, setChecked] = useState(false);
  const problems = {
    ...findRefusedSteps(change.error, value.steps),
    ...(checked && findStepProblems(value.steps)),
  };
  const isNameless = value.name.trim() === '';
  const save = (): void => {
    setChecked(true);
    if (isNameless || Object.keys(findStepProblems(value.steps)).length > 0) return;
    change.mutate(value, {
      onSuccess: (saved) => {
        clear(value);
        onSaved?.(saved);
      },
    });
  };
  return (
    // Not a form: the filters of conditions have a form of their own.
    <Stack>
      <TextInput
        label={t`Name`}
        maw="28rem"
        value={value.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        error={checked && isNameless && t`Enter a name.`}
      />
      <Card title={t`Trigger`}>
        <Stack gap="sm">
          <TriggerFields trigger={value.trigger} onChange={(trigger) => set({ trigger })} />
          <Text size="sm" fw={600}>
            <Trans>Only for people who match</Trans>
          </Text>
          <ConditionsBar conditions={value.conditions} onChange={(conditions) => set({ conditions })} />
        </Stack>
      </Card>
      <Card title={t`Steps`}>
        <FlowStepList label={t`Steps`} steps={value.steps} onChange={(steps) => set({ steps })} problems={problems} />
      </Card>
      <Text size="sm" c="dimmed" maw="44rem">
        <Trans>
          A step may start other automations, for example by a tag. At most five run in a row, and at most 20 start for
          a person on a day; the log of a run names those that did not start.
        </Trans>
      </Text>
      <ErrorAlert error={change.error} />
      <div>
        <BusyButton busy={change.isPending} onClick={save}>
          {verb}
        </BusyButton>
      </div>
      <StatusText>{change.isSuccess ? t`Saved.` : ''}</StatusText>
    </Stack>
  );
};

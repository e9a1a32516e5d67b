import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { List, Text } from '@mantine/core';
import { summarizeDelay, summarizeStep, useTemplateChoices } from './step-summary';
import type { StepValues } from './step-values';

/** The steps for those who may not change them. */
export const StepOverview = ({ steps }: { readonly steps: readonly StepValues[] }) => {
  const templates = useTemplateChoices();
  const templateName = (id: string): string => templates.find(({ value }) => value === id)?.label ?? t`template ${id}`;
  if (steps.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No steps yet.</Trans>
      </Text>
    );
  return (
    <List type="ordered" spacing="xs">
      {steps.map((step) => (
        <List.Item key={step.key}>
          {summarizeStep(step, templateName)}
          <Text component="span" size="sm" c="dimmed">{` · ${summarizeDelay(step)}`}</Text>
        </List.Item>
      ))}
    </List>
  );
};

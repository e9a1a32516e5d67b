import { Trans } from '@lingui/react/macro';
import { List, Text } from '@mantine/core';
import { summarizeDelay, summarizeStep, useTemplates } from './step-summary';
import type { StepValues } from './step-values';

/** The steps for those who may not change them. */
export const StepOverview = ({ steps }: { readonly steps: readonly StepValues[] }) => {
  const { templateName } = useTemplates();
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

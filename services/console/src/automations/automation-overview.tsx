import { Stack, Text } from '@mantine/core';
import { usePipelines } from '../deals/use-pipelines';
import { StepOverview } from '../plans/step-overview';
import { toStepValues } from '../plans/step-values';
import type { Automation } from './automation-values';
import { summarizeTrigger } from './trigger-values';

/** An automation for those who may not change it. */
export const AutomationOverview = ({ automation: { trigger, steps } }: { readonly automation: Automation }) => {
  const { stageName } = usePipelines();
  return (
    <Stack gap="sm">
      <Text>{summarizeTrigger(trigger, stageName)}</Text>
      <StepOverview steps={toStepValues(steps)} />
    </Stack>
  );
};

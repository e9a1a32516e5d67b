import { t } from '@lingui/core/macro';
import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { EVENT_TYPES } from '../api/generated-names';
import { usePipelines } from '../deals/use-pipelines';
import { useStages } from '../people/use-stages';
import { DurationInput } from '../plans/duration-input';
import { TRIGGER_LABELS, type TriggerValues } from './trigger-values';

interface Props {
  readonly trigger: TriggerValues;
  onChange(trigger: TriggerValues): void;
}

/** What starts an automation: its type, and the value that belongs to the type. */
export const TriggerFields = ({ trigger, onChange }: Props) => {
  const set = (change: Partial<TriggerValues>): void => onChange({ ...trigger, ...change });
  return (
    <Stack gap="sm" maw="28rem">
      <NativeSelect
        label={t`Starts when`}
        data={Object.entries(TRIGGER_LABELS).map(([value, label]) => ({ value, label }))}
        value={trigger.type}
        onChange={({ currentTarget }) => set({ type: currentTarget.value })}
      />
      <TriggerValue trigger={trigger} set={set} />
    </Stack>
  );
};

interface ValueProps {
  readonly trigger: TriggerValues;
  set(change: Partial<TriggerValues>): void;
}

const TriggerValue = ({ trigger, set }: ValueProps) => {
  const stages = useStages();
  const { pipelines } = usePipelines();
  switch (trigger.type) {
    case 'stageChanged':
      return (
        <NativeSelect
          label={t`Stage`}
          data={[
            { value: '', label: t`Any stage` },
            ...stages.map(({ name }) => ({ value: name ?? '', label: name ?? '' })),
          ]}
          value={trigger.stage}
          onChange={({ currentTarget }) => set({ stage: currentTarget.value })}
        />
      );
    case 'tagAdded':
      return (
        <TextInput
          label={t`Tag`}
          description={t`Empty: any tag.`}
          value={trigger.tag}
          onChange={({ currentTarget }) => set({ tag: currentTarget.value })}
        />
      );
    case 'eventReceived':
      return (
        <NativeSelect
          label={t`Event`}
          data={[{ value: '', label: t`Any event` }, ...EVENT_TYPES]}
          value={trigger.eventType}
          onChange={({ currentTarget }) => set({ eventType: currentTarget.value })}
        />
      );
    case 'dealStageChanged':
      return (
        <NativeSelect
          label={t`Stage of the deal`}
          data={[
            { value: '', label: t`Any stage` },
            ...pipelines.map(({ name, stages: ofPipeline = [] }) => ({
              group: name ?? '',
              items: ofPipeline.map((stage) => ({ value: String(stage.id), label: stage.name ?? '' })),
            })),
          ]}
          value={trigger.dealStageId}
          onChange={({ currentTarget }) => set({ dealStageId: currentTarget.value })}
        />
      );
    case 'noReplyFor':
      return (
        <DurationInput
          label={t`Time without a reply`}
          value={trigger.noReplyFor}
          onChange={(noReplyFor) => set({ noReplyFor })}
        />
      );
    default:
      return null;
  }
};

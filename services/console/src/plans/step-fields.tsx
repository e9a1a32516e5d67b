import { t } from '@lingui/core/macro';
import { Group, NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { TASK_TYPES } from '../api/generated-names';
import { useStages } from '../people/use-stages';
import { DurationInput } from './duration-input';
import type { StepValues } from './step-values';
import { useTemplates } from './step-summary';

interface Props {
  readonly step: StepValues;
  set(change: Partial<StepValues>): void;
}

const TaskFields = ({ step, set }: Props) => (
  <Group grow align="flex-start">
    <TextInput
      label={t`Task`}
      value={step.taskName}
      onChange={({ currentTarget }) => set({ taskName: currentTarget.value })}
    />
    <NativeSelect
      label={t`Type`}
      data={[...TASK_TYPES]}
      value={step.taskType}
      onChange={({ currentTarget }) => set({ taskType: currentTarget.value })}
    />
  </Group>
);

const EmailFields = ({ step, set }: Props) => (
  <NativeSelect
    label={t`Template`}
    data={[{ value: '', label: t`Choose a template` }, ...useTemplates().choices]}
    value={step.templateId}
    onChange={({ currentTarget }) => set({ templateId: currentTarget.value })}
  />
);

const TagFields = ({ step, set }: Props) => (
  <TagsInput
    label={t`Tags`}
    description={t`Enter adds a tag.`}
    value={[...step.tags]}
    onChange={(tags) => set({ tags })}
    comboboxProps={{ transitionProps: { duration: 0 } }}
  />
);

const StageFields = ({ step, set }: Props) => (
  <NativeSelect
    label={t`Stage`}
    data={[
      { value: '', label: t`Choose a stage` },
      ...useStages().map(({ name }) => ({ value: name ?? '', label: name ?? '' })),
    ]}
    value={step.stage}
    onChange={({ currentTarget }) => set({ stage: currentTarget.value })}
  />
);

const NoteFields = ({ step, set }: Props) => (
  <>
    <TextInput
      label={t`Title`}
      value={step.noteSubject}
      onChange={({ currentTarget }) => set({ noteSubject: currentTarget.value })}
    />
    <Textarea
      label={t`Note`}
      rows={3}
      value={step.noteBody}
      onChange={({ currentTarget }) => set({ noteBody: currentTarget.value })}
    />
  </>
);

const FIELDS: Readonly<Record<string, (props: Props) => ReactNode>> = {
  createTask: TaskFields,
  sendEmail: EmailFields,
  addTags: TagFields,
  changeStage: StageFields,
  addNote: NoteFields,
};

/** The fields of a step of a plan. */
export const StepFields = (props: Props) => {
  const Fields = FIELDS[props.step.type];
  return (
    <>
      <DurationInput
        label={t`Wait before this step`}
        value={props.step.delay}
        onChange={(delay) => props.set({ delay })}
      />
      {Fields && <Fields {...props} />}
    </>
  );
};

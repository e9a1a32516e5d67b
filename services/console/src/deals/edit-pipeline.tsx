import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Schemas } from '@porchlight/sdk';
import IconArrowDown from '@tabler/icons-react/icons/IconArrowDown';
import IconArrowUp from '@tabler/icons-react/icons/IconArrowUp';
import IconX from '@tabler/icons-react/icons/IconX';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useSave } from '../api/use-save';
import { FormDialog } from '../components/form-dialog';
import { required } from '../components/validators';

type Pipeline = Schemas['Pipeline'];

interface StageValues {
  readonly id?: number;
  readonly name: string;
  readonly closedStage: boolean;
}
type Values = { name: string; stages: StageValues[] };

const EMPTY: Values = { name: '', stages: [{ name: '', closedStage: false }] };

const toValues = ({ name, stages = [] }: Pick<Pipeline, 'name' | 'stages'>): Values => ({
  name: name ?? '',
  stages: stages.map((stage) => ({ id: stage.id, name: stage.name ?? '', closedStage: stage.closedStage ?? false })),
});

const toBody = ({ name, stages }: Values) => ({
  name: name.trim(),
  stages: stages
    .filter((stage) => stage.name.trim() !== '')
    .map((stage, index) => ({ ...stage, name: stage.name.trim(), orderWeight: index + 1 })),
});

interface Props {
  /** Without one, a new pipeline is created. */
  readonly pipeline: Pipeline | undefined;
  onClose(): void;
}

/** A dialog that creates or changes a pipeline with its stages. */
export const EditPipeline = ({ pipeline, onClose }: Props) =>
  pipeline ? <ChangePipeline pipeline={pipeline} onClose={onClose} /> : <CreatePipeline onClose={onClose} />;

const CreatePipeline = ({ onClose }: { readonly onClose: () => void }) => (
  <FormDialog
    title={t`Create pipeline`}
    initialValues={EMPTY}
    validate={{ name: required(t`a name`) }}
    change={useChange((values: Values) => porchlight.pipelines.create(toBody(values)), 'pipelines')}
    onClose={onClose}
  >
    {(form) => <Fields form={form} />}
  </FormDialog>
);

const ChangePipeline = ({ pipeline, onClose }: { readonly pipeline: Pipeline; readonly onClose: () => void }) => (
  <FormDialog
    title={t`Edit pipeline`}
    label={t`Save pipeline`}
    initialValues={toValues(pipeline)}
    validate={{ name: required(t`a name`) }}
    change={useSave({
      record: pipeline,
      api: porchlight.pipelines,
      toValues,
      toBody,
      labels: { name: t`Name`, stages: t`Stages` },
      subjects: ['pipelines', 'deals'],
    })}
    onClose={onClose}
  >
    {(form) => <Fields form={form} />}
  </FormDialog>
);

const ICON = { size: 18, stroke: 1.75 } as const;

const Fields = ({ form }: { readonly form: UseFormReturnType<Values> }) => {
  const { stages } = form.values;
  const move = (from: number, to: number): void => form.reorderListItem('stages', { from, to });
  return (
    <>
      <TextInput label={t`Name`} data-autofocus {...form.getInputProps('name')} />
      <Stack gap="xs" role="group" aria-label={t`Stages`}>
        {stages.map((stage, index) => (
          <Group key={stage.id ?? `new-${index}`} gap={4} wrap="nowrap">
            <TextInput flex={1} aria-label={t`Stage ${index + 1}`} {...form.getInputProps(`stages.${index}.name`)} />
            <Checkbox
              label={t`Closed`}
              aria-label={t`Deals in stage ${index + 1} are closed`}
              {...form.getInputProps(`stages.${index}.closedStage`, { type: 'checkbox' })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t`Move stage ${index + 1} up`}
              aria-disabled={index === 0}
              onClick={() => index > 0 && move(index, index - 1)}
            >
              <IconArrowUp {...ICON} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t`Move stage ${index + 1} down`}
              aria-disabled={index === stages.length - 1}
              onClick={() => index < stages.length - 1 && move(index, index + 1)}
            >
              <IconArrowDown {...ICON} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t`Remove stage ${index + 1}`}
              onClick={() => form.removeListItem('stages', index)}
            >
              <IconX {...ICON} />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => form.insertListItem('stages', { name: '', closedStage: false })}
          >
            <Trans>Add stage</Trans>
          </Button>
        </div>
      </Stack>
    </>
  );
};

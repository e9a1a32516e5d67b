import { t } from '@lingui/core/macro';
import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { FormDialog } from '../components/form-dialog';
import { PersonPicker } from '../components/person-picker';
import { required, requiredChoice } from '../components/validators';
import { useSession } from '../session/session';
import { usePipelines } from './use-pipelines';

const EMPTY = { name: '', personId: '', stageId: '', price: '', projectedCloseDate: '' };
type Values = typeof EMPTY;

interface Props {
  /** The person of the deal, if the page says who it is. */
  readonly person?: { readonly id: number; readonly name: string };
  /** The stage of the deal, if the page says which. */
  readonly stageId?: number;
  onClose(): void;
}

const isNumber = (text: string): boolean => text.trim() === '' || !Number.isNaN(Number(text));

/** A dialog that creates a deal and opens its page. */
export const NewDealDialog = ({ person, stageId, onClose }: Props) => {
  const { user } = useSession();
  const navigate = useNavigate();
  const { pipelines } = usePipelines();
  const change = useChange(
    ({ name, personId, stageId: stage, price, projectedCloseDate }: Values) =>
      porchlight.deals.create({
        name: name.trim(),
        stageId: Number(stage),
        price: price.trim() === '' ? undefined : Number(price),
        projectedCloseDate: projectedCloseDate || undefined,
        peopleIds: personId === '' ? undefined : [Number(personId)],
        userIds: [user.id],
      }),
    'deals',
  );
  return (
    <FormDialog
      title={t`New deal`}
      label={t`Create deal`}
      initialValues={{ ...EMPTY, personId: String(person?.id ?? ''), stageId: String(stageId ?? '') }}
      validate={{
        name: required(t`a name`),
        stageId: requiredChoice,
        price: (text) => (isNumber(text) ? null : t`Enter a number, such as 320000.`),
      }}
      change={change}
      onClose={onClose}
      onSuccess={({ id }) => void navigate(`/deals/${id}`)}
    >
      {(form) => (
        <>
          <TextInput label={t`Name`} placeholder={t`100 Lake St`} data-autofocus {...form.getInputProps('name')} />
          {!person && <PersonPicker label={t`Person`} {...form.getInputProps('personId')} />}
          <NativeSelect
            label={t`Stage`}
            data={[
              { value: '', label: t`Choose a stage` },
              ...pipelines.map(({ name, stages = [] }) => ({
                group: name ?? '',
                items: stages.map((stage) => ({ value: String(stage.id), label: stage.name ?? '' })),
              })),
            ]}
            {...form.getInputProps('stageId')}
          />
          <Group grow align="flex-start">
            <TextInput label={t`Price`} inputMode="decimal" {...form.getInputProps('price')} />
            <TextInput label={t`Expected closing`} type="date" {...form.getInputProps('projectedCloseDate')} />
          </Group>
        </>
      )}
    </FormDialog>
  );
};

import { t } from '@lingui/core/macro';
import { Checkbox, List, NativeSelect, Text } from '@mantine/core';
import { PorchlightError } from '@porchlight/sdk';
import { useChange } from '../api/hooks';
import { FormDialog } from './form-dialog';
import { requiredChoice } from './validators';

/** What the user chose about the contents of a deleted record. */
export interface DeleteOptions {
  /** Id of the record that takes the contents; undefined if none was chosen. */
  readonly target: number | undefined;
  /** Delete although other records name it. */
  readonly force: boolean;
}

/** Where the contents of a deleted record go. */
interface Targets {
  /** Label of the choice, such as `Move people to`. */
  readonly label: string;
  readonly records: readonly { readonly id: number; readonly name?: string | null }[];
  /** The choice without a target; absent if a target is required. */
  readonly without?: string;
}

/** How a record is deleted. */
export interface Removal {
  /** What happens, in one or two sentences. */
  readonly description: string;
  readonly targets?: Targets;
  act(options: DeleteOptions): PromiseLike<unknown>;
  /** Subjects of the API to read again, besides that of the record. */
  readonly subjects?: readonly string[];
}

interface Use {
  readonly kind?: string;
  readonly id?: number;
  readonly name?: string;
}

/** The records that name the record, if the API refused to delete it because of them. */
const readUses = (error: unknown): readonly Use[] =>
  error instanceof PorchlightError && error.reason === 'IN_USE'
    ? ((error.body as { problems?: readonly Use[] } | undefined)?.problems ?? [])
    : [];

/** `leadFlows` as words: `lead flows`. */
const toWords = (kind = 'record'): string => kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

interface Props {
  /** The label of the button that deletes: `Delete stage`. */
  readonly label: string;
  readonly name: string;
  readonly removal: Removal;
  readonly subjects: readonly string[];
  onClose(): void;
}

/** Asks before a record is deleted: where its contents go, and whether to delete it although others name it. */
export const DeleteDialog = ({ label, name, removal, subjects, onClose }: Props) => {
  const { description, targets, act } = removal;
  const change = useChange(
    ({ target, force }: { target: string; force: boolean }) =>
      act({ target: target === '' ? undefined : Number(target), force }),
    ...subjects,
    ...(removal.subjects ?? []),
  );
  const uses = readUses(change.error);
  return (
    <FormDialog
      title={t`Delete ${name}?`}
      label={label}
      color="red"
      initialValues={{ target: '', force: false }}
      validate={targets && targets.without === undefined ? { target: requiredChoice } : {}}
      change={change}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>{description}</Text>
          {targets && (
            <NativeSelect
              label={targets.label}
              required={targets.without === undefined}
              data={[
                { value: '', label: targets.without ?? t`Choose one` },
                ...targets.records.map((record) => ({ value: String(record.id), label: record.name ?? '' })),
              ]}
              {...form.getInputProps('target')}
            />
          )}
          {uses.length > 0 && (
            <>
              <List size="sm">
                {uses.map((use) => (
                  <List.Item key={`${use.kind} ${use.id}`}>{`${toWords(use.kind)}: ${use.name ?? use.id}`}</List.Item>
                ))}
              </List>
              <Checkbox
                label={t`Delete it all the same. What names it no longer finds it.`}
                {...form.getInputProps('force', { type: 'checkbox' })}
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
};

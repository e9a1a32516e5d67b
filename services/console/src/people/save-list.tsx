import { t } from '@lingui/core/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useSave } from '../api/use-save';
import { FormDialog } from '../components/form-dialog';
import { required } from '../components/validators';
import { readFilterParameters } from './people-query';
import type { PeopleSearch } from './use-people-search';

type SmartList = Schemas['SmartList'];
type Values = { listId: string; name: string };

const NEW = '';
const FOR_ALL = t`All users of the account see the list, each with the people whom the user may see.`;

interface SaveProps {
  readonly search: PeopleSearch;
  readonly lists: readonly SmartList[];
  onClose(): void;
}

/** A dialog that saves the filters that are shown as a new list, or as those of an existing one. */
export const SaveList = ({ search, lists, onClose }: SaveProps) => {
  const save = useChange(({ listId, name }: Values) => {
    const content = {
      // The description of the API types the filters, any object, as an empty one.
      filters: readFilterParameters(search.search) as Record<string, never>,
      sort: search.sort || undefined,
    };
    return listId === NEW
      ? porchlight.smartLists.create({ name: name.trim(), ...content })
      : porchlight.smartLists.update(Number(listId), { ...content, sort: content.sort ?? null });
  }, 'smartLists');
  return (
    <FormDialog
      title={t`Save list`}
      initialValues={{ listId: NEW, name: '' } as Values}
      validate={{ name: (value, { listId }) => (listId === NEW ? required(t`a name`)(value) : null) }}
      change={save}
      onClose={onClose}
      onSuccess={({ id }) => search.openList(id)}
    >
      {(form) => (
        <>
          {lists.length > 0 && (
            <NativeSelect
              label={t`List`}
              data={[
                { value: NEW, label: t`A new list` },
                {
                  group: t`Replace the filters of`,
                  items: lists.map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
                },
              ]}
              {...form.getInputProps('listId')}
            />
          )}
          {form.values.listId === NEW && (
            <TextInput label={t`Name`} description={FOR_ALL} data-autofocus {...form.getInputProps('name')} />
          )}
        </>
      )}
    </FormDialog>
  );
};

const toName = ({ name }: { readonly name?: string | null }) => ({ name: name ?? '' });

/** A dialog that renames a saved list. */
export const RenameList = ({ list, onClose }: { readonly list: SmartList; readonly onClose: () => void }) => (
  <FormDialog
    title={t`Rename ${list.name ?? ''}`}
    label={t`Rename list`}
    initialValues={toName(list)}
    validate={{ name: required(t`a name`) }}
    change={useSave({
      record: list,
      api: porchlight.smartLists,
      toValues: toName,
      toBody: ({ name }) => ({ name: name.trim() }),
      labels: { name: t`Name` },
      subjects: ['smartLists'],
    })}
    onClose={onClose}
  >
    {(form) => <TextInput label={t`Name`} data-autofocus {...form.getInputProps('name')} />}
  </FormDialog>
);

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Menu, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown';
import { useState } from 'react';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import { FormDialog } from '../components/form-dialog';
import { required } from '../components/validators';
import { usePermissions } from '../session/session';
import { readFilterParameters } from './people-query';
import type { PeopleSearch } from './use-people-search';
import { useSavedLists } from './use-saved-lists';

type SmartList = Schemas['SmartList'];

/** Opens a saved list, and saves the filters that are shown as one. */
export const SavedLists = ({ search }: { readonly search: PeopleSearch }) => {
  const { isAdmin } = usePermissions();
  const lists = useSavedLists();
  const announce = useAnnounce();
  const [saving, setSaving] = useState(false);
  const current = lists.rows.find(({ id }) => id === search.listId);
  const remove = useChange((id: number) => porchlight.smartLists.delete(id), 'smartLists');
  const isFiltered = search.q !== '' || search.filters.length > 0;
  const removeList = ({ id, name }: SmartList): void =>
    remove.mutate(id, {
      onSuccess: () => {
        search.openList(0);
        announce({ text: t`Deleted the list “${name ?? ''}”.` });
      },
    });
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}>
            {current?.name ?? t`All people`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => search.openList(0)}>
            <Trans>All people</Trans>
          </Menu.Item>
          {lists.rows.map(({ id, name }) => (
            <Menu.Item key={id} onClick={() => search.openList(id)}>
              {name}
            </Menu.Item>
          ))}
          {isAdmin && (current || isFiltered) && <Menu.Divider />}
          {isAdmin && isFiltered && (
            <Menu.Item onClick={() => setSaving(true)}>
              <Trans>Save these filters as a list</Trans>
            </Menu.Item>
          )}
          {isAdmin && current && (
            <Menu.Item onClick={() => removeList(current)}>{t`Delete “${current.name ?? ''}”`}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {saving && <SaveList search={search} onClose={() => setSaving(false)} />}
    </>
  );
};

const SaveList = ({ search, onClose }: { readonly search: PeopleSearch; readonly onClose: () => void }) => (
  <FormDialog
    title={t`Save list`}
    initialValues={{ name: '' }}
    validate={{ name: required(t`a name`) }}
    change={useChange(
      ({ name }: { name: string }) =>
        porchlight.smartLists.create({
          name: name.trim(),
          // The description of the API types the filters, any object, as an empty one.
          filters: readFilterParameters(search.search) as Record<string, never>,
          sort: search.sort || undefined,
        }),
      'smartLists',
    )}
    onClose={onClose}
    onSuccess={({ id }) => search.openList(id)}
  >
    {(form) => <TextInput label={t`Name`} data-autofocus {...form.getInputProps('name')} />}
  </FormDialog>
);

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown';
import { useState } from 'react';
import { describeError } from '../api/describe-error';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import { usePermissions } from '../session/session';
import { readSavedFilters } from './people-query';
import { RenameList, SaveList } from './save-list';
import type { PeopleSearch } from './use-people-search';
import { useSavedLists } from './use-saved-lists';

type SmartList = Schemas['SmartList'];

/** Opens a saved list, saves the filters that are shown as one, renames and deletes it. */
export const SavedLists = ({ search }: { readonly search: PeopleSearch }) => {
  const { isAdmin } = usePermissions();
  const lists = useSavedLists();
  const announce = useAnnounce();
  const [dialog, setDialog] = useState<'save' | 'rename'>();
  const close = (): void => setDialog(undefined);
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
  const showFilters = useChange(async (id: number) => {
    const { filters = {}, sort } = await porchlight.smartLists.get(id, { fields: ['filters', 'sort'] });
    const { parameters, others } = readSavedFilters(filters);
    if (others.length === 0) search.showFilters({ ...parameters, ...(sort && { sort }) });
    else announce({ text: t`This page cannot show some conditions of the list: ${others.join(', ')}.` });
  });
  const onError = (error: unknown): void => announce({ text: describeError(error) });
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
            <Menu.Item aria-haspopup="dialog" onClick={() => setDialog('save')}>
              <Trans>Save these filters as a list</Trans>
            </Menu.Item>
          )}
          {isAdmin && current && (
            <>
              <Menu.Item
                aria-haspopup="dialog"
                onClick={() => setDialog('rename')}
              >{t`Rename “${current.name ?? ''}”`}</Menu.Item>
              <Menu.Item onClick={() => showFilters.mutate(current.id, { onError })}>
                {t`Change the filters of “${current.name ?? ''}”`}
              </Menu.Item>
              <Menu.Item onClick={() => removeList(current)}>{t`Delete “${current.name ?? ''}”`}</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveList search={search} lists={lists.rows} onClose={close} />}
      {dialog === 'rename' && current && <RenameList list={current} onClose={close} />}
    </>
  );
};

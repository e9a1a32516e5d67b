import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useCallback, useDeferredValue, useState } from 'react';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../components/data-table';
import { PageFrame } from '../components/page-frame';
import { BulkActions } from './bulk-actions';
import { FilterBar } from './filter-bar';
import { FirstSteps } from '../first-run/first-steps';
import { ListMenu } from './list-menu';
import NewPerson from './new-person';
import { usePeopleColumns } from './people-columns';
import styles from './people-page.module.css';
import { toPeopleQuery } from './people-query';
import { PeopleSearchField } from './people-search-field';
import { SavedLists } from './saved-lists';
import { usePeopleSearch } from './use-people-search';

/** Fields that actions on selected people need to be undone. */
const ACTION_FIELDS = ['stage', 'assignedUserId', 'tags'];

/** People: search, filters, saved lists and sort are in the address; Back undoes the last. */
export default function PeoplePage() {
  const search = usePeopleSearch();
  const { columns, shown, setShown } = usePeopleColumns();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [creating, setCreating] = useState(false);
  const select = useCallback(
    (rows: readonly { readonly id: number }[], isSelected: boolean): void =>
      setSelected((former) => {
        const next = new Set(former);
        for (const { id } of rows)
          if (isSelected) next.add(id);
          else next.delete(id);
        return next;
      }),
    [],
  );
  const query = toPeopleQuery(search.search);
  const fields = [...new Set([...columns.flatMap((column) => column.fields), ...ACTION_FIELDS])];
  const people = useCollection(['people', 'list'], porchlight.people.list, { ...query, fields });
  // The boxes change first, then the actions appear.
  const settled = useDeferredValue(selected);
  const selectedPeople = people.rows.filter(({ id }) => settled.has(id));
  const isFiltered = search.q !== '' || search.filters.length > 0 || search.listId !== 0;
  return (
    <PageFrame
      title={t`People`}
      actions={
        <Group gap="xs">
          <Button aria-haspopup="dialog" onClick={() => setCreating(true)}>
            <Trans>Create person</Trans>
          </Button>
          <ListMenu query={query} columns={columns} shown={shown} setShown={setShown} />
        </Group>
      }
    >
      <div className={styles.toolbar} role="search" aria-label={t`People`}>
        <SavedLists search={search} />
        <PeopleSearchField q={search.q} setQ={search.setQ} />
        <FilterBar search={search} />
      </div>
      {selectedPeople.length > 0 && <BulkActions people={selectedPeople} clear={() => setSelected(new Set())} />}
      <DataTable
        caption={t`People`}
        list={people}
        empty={isFiltered ? t`No people match. Change the search or the filters.` : <FirstSteps />}
        columns={columns}
        sorting={{ sort: search.sort, setSort: search.setSort }}
        selection={{
          isSelected: ({ id }) => selected.has(id),
          label: ({ name }) => name ?? '',
          select,
        }}
      />
      {creating && <NewPerson onClose={() => setCreating(false)} />}
    </PageFrame>
  );
}

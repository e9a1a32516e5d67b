import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Menu, Pill } from '@mantine/core';
import IconFilter from '@tabler/icons-react/icons/IconFilter';
import { useState } from 'react';
import { FilterForm } from './filter-form';
import { FILTERS, type PeopleFilter } from './people-query';
import { useMayRead } from '../session/session';
import styles from './people-page.module.css';
import { useFilterChoices } from './use-filter-choices';
import type { PeopleSearch } from './use-people-search';

/** Filters with values, and how they change. */
type FilterSearch = Pick<PeopleSearch, 'filters' | 'addFilter' | 'removeFilter' | 'clear'>;

/** The filters of the list as chips: add one from the menu, remove one with its cross. */
export const FilterBar = ({ search }: { readonly search: FilterSearch }) => {
  const [adding, setAdding] = useState<PeopleFilter>();
  const { formatValue, choicesOf } = useFilterChoices();
  const seesPonds = useMayRead('ponds');
  return (
    <div className={styles.toolbar} role="group" aria-label={t`Filters`}>
      {search.filters.map(({ filter, value }) => (
        <Pill
          key={`${filter.name}/${value}`}
          size="md"
          withRemoveButton
          removeButtonProps={{
            'aria-label': t`Remove filter ${filter.label}: ${formatValue(filter, value)}`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() => search.removeFilter(filter, value)}
        >
          {`${filter.label}: ${formatValue(filter, value)}`}
        </Pill>
      ))}
      <Menu position="bottom-start" returnFocus={false}>
        <Menu.Target>
          <Button size="compact-sm" variant="default" leftSection={<IconFilter size={16} stroke={1.75} aria-hidden />}>
            <Trans>Add filter</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
          {FILTERS.filter(({ input }) => input !== 'pond' || seesPonds).map((filter) => (
            <Menu.Item key={filter.name} onClick={() => setAdding(filter)}>
              {filter.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {search.filters.length > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={search.clear}>
          <Trans>Clear</Trans>
        </Button>
      )}
      {adding && (
        <FilterForm
          key={adding.name}
          filter={adding}
          choices={choicesOf(adding)}
          onClose={() => setAdding(undefined)}
          add={(value) => search.addFilter(adding, value)}
        />
      )}
    </div>
  );
};

import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { FilterBar } from '../people/filter-bar';
import { FILTERS, readFilterParameters, readFilters, type PeopleFilter } from '../people/people-query';
import type { Conditions } from '../plans/step-values';

const NAMES: ReadonlySet<string> = new Set(FILTERS.map(({ name }) => name));

/** The conditions as parameters of an address, as the list of people has them. */
const toSearch = (conditions: Conditions): URLSearchParams =>
  new URLSearchParams(
    Object.entries(conditions).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  );

interface Props {
  readonly conditions: Conditions;
  onChange(conditions: Conditions): void;
}

/** Conditions: the filters of the list of people as chips. Filters of the API that the list lacks stay. */
export const ConditionsBar = ({ conditions, onChange }: Props) => {
  const search = toSearch(conditions);
  const others = Object.fromEntries(Object.entries(conditions).filter(([name]) => !NAMES.has(name)));
  const set = (next: URLSearchParams): void => onChange({ ...others, ...readFilterParameters(next) });
  const addFilter = ({ name, many }: PeopleFilter, value: string): void => {
    const next = new URLSearchParams(search);
    if (many) next.append(name, value);
    else next.set(name, value);
    set(next);
  };
  const removeFilter = ({ name }: PeopleFilter, value: string): void => {
    const next = new URLSearchParams(search);
    next.delete(name, value);
    set(next);
  };
  return (
    <>
      <FilterBar
        search={{ filters: readFilters(search), addFilter, removeFilter, clear: () => set(new URLSearchParams()) }}
      />
      {Object.keys(others).length > 0 && (
        <Text size="sm" c="dimmed">{t`Set by the API: ${Object.keys(others).join(', ')}`}</Text>
      )}
    </>
  );
};

import { t } from '@lingui/core/macro';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getRecords } from '@porchlight/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { porchlight } from '../api/porchlight';

const TYPING_MS = 150;
/** People that the list offers for a text. */
const MAX_FOUND = 8;

interface Props {
  readonly label: string;
  /** Id of the selected person; empty without one. */
  readonly value?: string;
  onChange(id: string, name: string): void;
  readonly error?: React.ReactNode;
}

/** A field that finds a person by name, email or phone. */
export const PersonPicker = ({ label, value, onChange, error }: Props) => {
  const [text, setText] = useState('');
  const [words] = useDebouncedValue(text.trim(), TYPING_MS);
  const { data } = useQuery({
    queryKey: ['people', 'picker', words],
    queryFn: async ({ signal }) =>
      porchlight.people.list({ q: words || undefined, limit: MAX_FOUND, fields: ['id', 'name'] }, { signal }),
    placeholderData: keepPreviousData,
  });
  const found = data ? getRecords(data) : [];
  return (
    <Select
      label={label}
      placeholder={t`Name, email or phone`}
      searchable
      // A dialog that begins with this field does not begin with an open list, which Escape would close first.
      openOnFocus={false}
      value={value || null}
      onChange={(id, option) => onChange(id ?? '', option?.label ?? '')}
      onSearchChange={setText}
      filter={({ options }) => options}
      data={found.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))}
      nothingFoundMessage={t`Nobody found.`}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      withScrollArea={false}
      error={error}
    />
  );
};

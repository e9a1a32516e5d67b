import { getRecords, type Schemas } from '@porchlight/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { porchlight } from '../api/porchlight';
import type { Command } from './commands';

/** People that the palette shows for a text. */
const MAX_FOUND = 8;
const MIN_LENGTH = 2;
const FIELDS = ['id', 'name', 'stage', 'emails', 'phones'];

const toCommand = ({ id, name, stage, phones, emails }: Schemas['Person']): Command => ({
  key: `people/${id}`,
  label: name ?? '',
  detail: [stage, phones?.[0]?.value ?? emails?.[0]?.value].filter(Boolean).join(' · '),
  path: `/people/${id}`,
});

/** Finds people by name, email or phone. */
export const useFoundPeople = (text: string): { readonly found: readonly Command[]; readonly pending: boolean } => {
  const enabled = text.length >= MIN_LENGTH;
  const { data, isFetching } = useQuery({
    queryKey: ['people', 'palette', text],
    queryFn: async ({ signal }) => porchlight.people.list({ q: text, limit: MAX_FOUND, fields: FIELDS }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
  return { found: enabled && data ? getRecords(data).map(toCommand) : [], pending: enabled && isFetching };
};

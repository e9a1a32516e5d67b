import { t } from '@lingui/core/macro';
import { getRecords } from '@porchlight/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { porchlight } from '../api/porchlight';

/** People of one request. */
const MAX_NAMES = 100;

/** The names of people by id; `person 7` while they load. */
export const usePersonNames = (ids: readonly number[]): ((id: number | null | undefined) => string) => {
  const personIds = [...new Set(ids)].sort((one, other) => one - other).slice(-MAX_NAMES);
  const { data } = useQuery({
    queryKey: ['people', 'names', personIds],
    queryFn: async ({ signal }) =>
      porchlight.people.list({ ids: personIds, limit: MAX_NAMES, fields: ['id', 'name'] }, { signal }),
    enabled: personIds.length > 0,
    placeholderData: keepPreviousData,
  });
  const names = new Map((data ? getRecords(data) : []).map(({ id, name }) => [id, name]));
  return (id) => names.get(id ?? 0) ?? t`person ${id ?? ''}`;
};

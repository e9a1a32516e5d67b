import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { PageFrame } from '../components/page-frame';
import { usePermissions } from '../session/session';
import { FirstSteps } from './first-steps';

const FIELDS = ['id', 'name', 'stage', 'assignedTo', 'source', 'emails', 'phones', 'lastActivity'];
const SORTS = [
  { value: '', label: 'Newest first' },
  { value: '-lastActivity', label: 'Latest activity first' },
  { value: 'name', label: 'Name' },
];

const formatFirst = (contacts: Schemas['Person']['emails']): string => contacts?.[0]?.value ?? '';

/** People: search, filter by stage, sort. Each is in the address: it can be bookmarked, and Back undoes the last. */
export default function PeoplePage() {
  const [search, setSearch] = useSearchParams();
  const { isAdmin } = usePermissions();
  const query = { q: search.get('q') ?? '', stage: search.get('stage') ?? '', sort: search.get('sort') ?? '' };
  const filters = {
    fields: FIELDS,
    q: query.q || undefined,
    stage: query.stage === '' ? undefined : [query.stage],
    sort: query.sort || undefined,
  };
  const people = useCollection(['people'], porchlight.people.list, filters);
  const stages = useCollection(['stages'], porchlight.stages.list, { limit: 100, sort: 'orderWeight' });
  const known = stages.rows.map(({ name }) => name ?? '');
  // The stage in the address is selected also while the stages are loading, and if they cannot be read.
  const stageNames = query.stage === '' || known.includes(query.stage) ? known : [query.stage, ...known];
  const [words, setWords] = useState(query.q);
  useEffect(() => setWords(query.q), [query.q]);
  const set = (name: keyof typeof query, value: string): void => {
    if (value === query[name]) return;
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, { preventScrollReset: true });
  };
  const isFiltered = query.q !== '' || query.stage !== '';
  return (
    <PageFrame
      title="People"
      actions={
        isAdmin && (
          <Button component={Link} to="/people/import" variant="default">
            Import people
          </Button>
        )
      }
    >
      <form
        role="search"
        aria-label="People"
        onSubmit={(event) => {
          event.preventDefault();
          set('q', words.trim());
        }}
      >
        <Group align="flex-end">
          <TextInput
            label="Search"
            description="Name, email or phone"
            type="search"
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <Button type="submit">Search</Button>
          <NativeSelect
            label="Stage"
            data={[{ value: '', label: 'Any stage' }, ...stageNames.map((name) => ({ value: name, label: name }))]}
            value={query.stage}
            onChange={(event) => set('stage', event.currentTarget.value)}
          />
          <NativeSelect
            label="Sort by"
            data={SORTS}
            value={query.sort}
            onChange={(event) => set('sort', event.currentTarget.value)}
          />
        </Group>
      </form>
      <DataTable
        caption="People"
        list={people}
        empty={isFiltered ? 'No people match. Change the search or the stage.' : <FirstSteps />}
        columns={[
          { title: 'Name', short: true, show: ({ id, name }) => <Link to={`/people/${id}`}>{name}</Link> },
          { title: 'Stage', whole: true, show: ({ stage }) => stage },
          { title: 'Assigned to', short: true, show: ({ assignedTo }) => assignedTo ?? 'Not assigned' },
          { title: 'Source', short: true, show: ({ source }) => source },
          { title: 'Email', short: true, show: ({ emails }) => formatFirst(emails) },
          { title: 'Phone', whole: true, show: ({ phones }) => formatFirst(phones) },
          { title: 'Last activity', whole: true, show: ({ lastActivity }) => <DateTime at={lastActivity} /> },
        ]}
      />
    </PageFrame>
  );
}

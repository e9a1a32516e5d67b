import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCollection } from '../api/hooks';
import type { Contact, Person, Stage } from '../api/records';
import { DataTable } from '../parts/data-table';
import { Moment } from '../parts/moment';
import { PageFrame } from '../parts/page-frame';
import { useMay } from '../session/session';

const FIELDS = 'id,name,stage,assignedTo,source,emails,phones,lastActivity';
const SORTS = [
  { value: '', label: 'Newest first' },
  { value: '-lastActivity', label: 'Latest activity first' },
  { value: 'name', label: 'By name' },
];

const firstOf = (entries: readonly Contact[] | null): string => entries?.[0]?.value ?? '';

const FIRST_STEP = (
  <>
    Nobody here yet. People come with the first leads that a system sends: <a href="/docs">send one</a>.
  </>
);

/** People: search, by stage, page by page. What is sought stands in the address, so that it can be kept and sent. */
export default function PeoplePage(): ReactElement {
  const [search, setSearch] = useSearchParams();
  const { administer } = useMay();
  const query = { q: search.get('q') ?? '', stage: search.get('stage') ?? '', sort: search.get('sort') ?? '' };
  const people = useCollection<Person>('/v1/people', 'people', { ...query, fields: FIELDS });
  const stages = useCollection<Stage>('/v1/stages', 'stages', { limit: 100, sort: 'orderWeight' });
  const known = stages.rows.map(({ name }) => name);
  // The one in the address is chosen, also while the stages are read and when they cannot be.
  const stageNames = query.stage === '' || known.includes(query.stage) ? known : [query.stage, ...known];
  const [words, setWords] = useState(query.q);
  useEffect(() => setWords(query.q), [query.q]);
  const set = (name: keyof typeof query, value: string): void =>
    setSearch(
      (former) => {
        const next = new URLSearchParams(former);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const sought = query.q !== '' || query.stage !== '';
  return (
    <PageFrame
      title="People"
      actions={
        administer && (
          <Button component={Link} to="/people/import" variant="default">
            Import a table
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
          <TextInput label="Search" description="Name, e-mail or phone" type="search" value={words} onChange={(event) => setWords(event.currentTarget.value)} />
          <Button type="submit">Search</Button>
          <NativeSelect
            label="Stage"
            data={[{ value: '', label: 'Any stage' }, ...stageNames.map((name) => ({ value: name, label: name }))]}
            value={query.stage}
            onChange={(event) => set('stage', event.currentTarget.value)}
          />
          <NativeSelect label="Order" data={SORTS} value={query.sort} onChange={(event) => set('sort', event.currentTarget.value)} />
        </Group>
      </form>
      <DataTable
        caption="People"
        of={people}
        rowKey={({ id }) => id}
        empty={sought ? 'Nobody fits. Search for less, or choose another stage.' : FIRST_STEP}
        columns={[
          { title: 'Name', show: ({ id, name }) => <Link to={`/people/${id}`}>{name}</Link> },
          { title: 'Stage', show: ({ stage }) => stage },
          { title: 'Assigned to', show: ({ assignedTo }) => assignedTo ?? 'nobody' },
          { title: 'Source', show: ({ source }) => source },
          { title: 'E-mail', show: ({ emails }) => firstOf(emails) },
          { title: 'Phone', show: ({ phones }) => firstOf(phones) },
          { title: 'Last activity', show: ({ lastActivity }) => <Moment at={lastActivity} /> },
        ]}
      />
    </PageFrame>
  );
}

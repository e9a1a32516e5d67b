import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import type { OperationResult } from '@porchlight/sdk';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../components/data-table';
import { DialogButton } from '../components/dialog-button';
import { PageFrame } from '../components/page-frame';
import { RelativeTime } from '../components/relative-time';
import { StatusBadge } from '../components/status-badge';
import { useSearchFilters } from '../components/use-search-filters';
import { LeadBody } from './lead-body';

type ReceivedLead = OperationResult<'people.receivedLeads.get'>;
type Result = 'created' | 'matched' | 'ignored' | 'refused';

const RESULTS: readonly { readonly value: Result | ''; readonly label: string }[] = [
  { value: '', label: 'Any result' },
  { value: 'created', label: 'New person' },
  { value: 'matched', label: 'Existing person' },
  { value: 'ignored', label: 'Ignored' },
  { value: 'refused', label: 'Refused' },
];

const NO_FILTERS = { system: '', source: '', result: '' };

/** The log of received leads: each request of the last 30 days with its result (D13.9). Filters are in the address. */
export default function ReceivedLeadsPage() {
  const { filters, set } = useSearchFilters(NO_FILTERS);
  const { system, source, result } = filters;
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const leads = useCollection(['receivedLeads'], porchlight.receivedLeads.list, {
    system: system || undefined,
    source: source || undefined,
    result: result === '' ? undefined : [result as Result],
  });
  return (
    <PageFrame
      title="Leads"
      about="Every lead that other systems sent in the last 30 days. Refused leads keep their body for 7 days."
    >
      <Group align="flex-end">
        <NativeSelect
          label="Result"
          data={RESULTS}
          value={result}
          onChange={({ currentTarget }) => set({ result: currentTarget.value })}
        />
        {/* The key shows the values of the address again after Back. */}
        <TextFilters key={`${system}/${source}`} values={{ system, source }} apply={set} />
        {isFiltered && (
          <Button variant="subtle" onClick={() => set(NO_FILTERS)}>
            Clear filters
          </Button>
        )}
      </Group>
      <DataTable
        caption="Received leads"
        list={leads}
        empty={isFiltered ? 'No leads match these filters.' : 'No leads in the last 30 days.'}
        columns={[
          { title: 'Received', whole: true, show: ({ created }) => <RelativeTime at={created} /> },
          { title: 'Result', whole: true, show: (lead) => <StatusBadge status={lead.result ?? ''} /> },
          { title: 'System', show: (lead) => lead.system },
          { title: 'Source', show: (lead) => lead.source },
          { title: 'Type', show: ({ type }) => type },
          { title: 'Details', show: (lead) => <LeadDetails lead={lead} /> },
        ]}
        actions={(lead) => <LeadLinks lead={lead} />}
      />
    </PageFrame>
  );
}

interface TextFiltersProps {
  readonly values: { readonly system: string; readonly source: string };
  apply(values: { system: string; source: string }): void;
}

const TextFilters = ({ values, apply }: TextFiltersProps) => {
  const [system, setSystem] = useState(values.system);
  const [source, setSource] = useState(values.source);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    apply({ system: system.trim(), source: source.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <TextInput label="System" value={system} onChange={({ currentTarget }) => setSystem(currentTarget.value)} />
        <TextInput label="Source" value={source} onChange={({ currentTarget }) => setSource(currentTarget.value)} />
        <Button type="submit" variant="default">
          Filter leads
        </Button>
      </Group>
    </form>
  );
};

/** Why a lead was refused, and which of its fields were ignored. */
const LeadDetails = ({ lead: { error, status, ignored } }: { readonly lead: ReceivedLead }) => (
  <>
    {error && <Text size="sm">{`${status}: ${error}`}</Text>}
    {ignored.length > 0 && <Text size="sm" c="dimmed">{`Ignored or changed: ${ignored.join(', ')}`}</Text>}
  </>
);

const LeadLinks = ({ lead: { id, eventId, personId, result } }: { readonly lead: ReceivedLead }) => (
  <Group gap="xs">
    {personId !== null && (
      <Link to={`/people/${personId}`} aria-label={`Person of lead ${id}`}>
        Person
      </Link>
    )}
    {eventId !== null && (
      <Link to={`/events/${eventId}/journey`} aria-label={`Journey of lead ${id}`}>
        Journey
      </Link>
    )}
    {result === 'refused' && (
      <DialogButton label="Show body" name={`Show body of lead ${id}`} size="compact-sm" variant="default">
        {(close) => <LeadBody id={id} onClose={close} />}
      </DialogButton>
    )}
  </Group>
);

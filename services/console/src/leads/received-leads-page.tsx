import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import type { OperationResult } from '@porchlight/sdk';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../components/data-table';
import { DialogButton } from '../components/dialog-button';
import { formatSource } from '../components/format-source';
import { FilterRow } from '../components/filter-row';
import { PageFrame } from '../components/page-frame';
import { RelativeTime } from '../components/relative-time';
import { StatusBadge } from '../components/status-badge';
import { useSearchFilters } from '../components/use-search-filters';
import { LeadBody } from './lead-body';

type ReceivedLead = OperationResult<'people.receivedLeads.get'>;
type Result = 'created' | 'matched' | 'ignored' | 'refused';

const RESULTS: readonly { readonly value: Result | ''; readonly label: string }[] = [
  { value: '', label: t`Any result` },
  { value: 'created', label: t`New person` },
  { value: 'matched', label: t`Existing person` },
  { value: 'ignored', label: t`Ignored` },
  { value: 'refused', label: t`Refused` },
];

const NO_FILTERS = { system: '', source: '', result: '' };

/** The log of received leads: each request of the last 30 days with its result (D13.9). Filters are in the address. */
export default function ReceivedLeadsPage() {
  const { filters, isFiltered, set, clear } = useSearchFilters(NO_FILTERS);
  const { system, source, result } = filters;
  const leads = useCollection(['receivedLeads'], porchlight.receivedLeads.list, {
    system: system || undefined,
    source: source || undefined,
    result: result === '' ? undefined : [result as Result],
  });
  return (
    <PageFrame
      title={t`Leads`}
      about={t`Every lead that other systems sent in the last 30 days. Refused leads keep their body for 7 days.`}
    >
      <FilterRow isFiltered={isFiltered} clear={clear}>
        <NativeSelect
          label={t`Result`}
          data={RESULTS}
          value={result}
          onChange={({ currentTarget }) => set({ result: currentTarget.value })}
        />
        {/* The key shows the values of the address again after Back. */}
        <TextFilters key={`${system}/${source}`} values={{ system, source }} apply={set} />
      </FilterRow>
      <DataTable
        caption={t`Received leads`}
        list={leads}
        empty={isFiltered ? t`No leads match these filters.` : t`No leads in the last 30 days.`}
        columns={[
          { title: t`Received`, whole: true, show: ({ created }) => <RelativeTime at={created} /> },
          { title: t`Result`, whole: true, show: (lead) => <StatusBadge status={lead.result ?? ''} /> },
          { title: t`System`, show: (lead) => lead.system },
          { title: t`Source`, show: (lead) => formatSource(lead.source) },
          { title: t`Type`, show: ({ type }) => type },
          { title: t`Details`, show: (lead) => <LeadDetails lead={lead} /> },
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
        <TextInput label={t`System`} value={system} onChange={({ currentTarget }) => setSystem(currentTarget.value)} />
        <TextInput label={t`Source`} value={source} onChange={({ currentTarget }) => setSource(currentTarget.value)} />
        <Button type="submit" variant="default">
          <Trans>Filter leads</Trans>
        </Button>
      </Group>
    </form>
  );
};

/** Why a lead was refused, and which of its fields were ignored. */
const LeadDetails = ({ lead: { error, status, ignored } }: { readonly lead: ReceivedLead }) => (
  <>
    {error && <Text size="sm">{`${status}: ${error}`}</Text>}
    {ignored.length > 0 && <Text size="sm" c="dimmed">{t`Ignored or changed: ${ignored.join(', ')}`}</Text>}
  </>
);

const LeadLinks = ({ lead: { id, eventId, personId, result } }: { readonly lead: ReceivedLead }) => (
  <Group gap="xs">
    {personId !== null && (
      <Link to={`/people/${personId}`} aria-label={t`Person of lead ${id}`}>
        <Trans>Person</Trans>
      </Link>
    )}
    {eventId !== null && (
      <Link to={`/events/${eventId}/journey`} aria-label={t`Journey of lead ${id}`}>
        <Trans>Journey</Trans>
      </Link>
    )}
    {result === 'refused' && (
      <DialogButton label={t`Show body`} name={t`Show body of lead ${id}`} size="compact-sm" variant="default">
        {(close) => <LeadBody id={id} onClose={close} />}
      </DialogButton>
    )}
  </Group>
);

import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState, type FormEvent } from 'react';
import { useChange, useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ConfirmButton } from '../components/confirm-button';
import { DataTable } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { DialogButton } from '../components/dialog-button';
import { FormDialog } from '../components/form-dialog';
import { PageFrame } from '../components/page-frame';
import { useSearchFilters } from '../components/use-search-filters';
import { emailAddress } from '../components/validators';

type Reason = NonNullable<Schemas['NewSuppression']['reason']>;

const REASONS: readonly { readonly value: Reason; readonly label: string }[] = [
  { value: 'unsubscribed', label: 'Unsubscribed' },
  { value: 'complained', label: 'Reported spam' },
  { value: 'bounced', label: 'Mailbox refuses email' },
  { value: 'dropped', label: 'Mail service refuses' },
];

const SOURCES: Readonly<Record<string, string>> = {
  event: 'A lead said so',
  emEvent: 'Mail service',
  link: 'Link in an email',
  manual: 'Added by a user',
  import: 'Import',
};

const NO_FILTERS = { address: '', reason: '' };

const formatReason = (reason: string | null | undefined): string =>
  REASONS.find(({ value }) => value === reason)?.label ?? reason ?? '';

/** The addresses that get no email: find, add with a reason, remove. */
export default function SuppressionsPage() {
  const { filters, set } = useSearchFilters(NO_FILTERS);
  const isFiltered = filters.address !== '' || filters.reason !== '';
  const suppressions = useCollection(['suppressions'], porchlight.suppressions.list, {
    address: filters.address || undefined,
    reason: filters.reason === '' ? undefined : [filters.reason as Reason],
  });
  return (
    <PageFrame
      title="Suppressed addresses"
      about="Templates, plans and campaigns send nothing to these addresses."
      actions={<DialogButton label="Suppress address">{(close) => <AddDialog close={close} />}</DialogButton>}
    >
      <Group align="flex-end">
        <NativeSelect
          label="Reason"
          data={[{ value: '', label: 'Any reason' }, ...REASONS]}
          value={filters.reason}
          onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
        />
        {/* The key shows the address of the filter again after Back. */}
        <AddressFilter key={filters.address} value={filters.address} apply={(address) => set({ address })} />
        {isFiltered && (
          <Button variant="subtle" onClick={() => set(NO_FILTERS)}>
            Clear filters
          </Button>
        )}
      </Group>
      <DataTable
        caption="Suppressed addresses"
        list={suppressions}
        empty={isFiltered ? 'No suppressed address matches these filters.' : 'No address is suppressed.'}
        columns={[
          { title: 'Address', long: true, show: ({ address }) => address ?? 'Erased' },
          { title: 'Reason', show: ({ reason }) => formatReason(reason) },
          { title: 'How', show: ({ source, systemName }) => systemName ?? SOURCES[source ?? ''] ?? source },
          { title: 'Since', show: ({ created }) => <DateTime at={created} /> },
        ]}
        actions={({ id, address }) => (
          <ConfirmButton
            verb="Remove"
            what={address ?? 'this entry'}
            harmless
            description="The address can get email again. Remove it only if the person asked for that."
            act={() => porchlight.suppressions.delete(id)}
            subjects={['suppressions']}
          />
        )}
      />
    </PageFrame>
  );
}

const AddressFilter = ({ value, apply }: { readonly value: string; apply(address: string): void }) => {
  const [text, setText] = useState(value);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    apply(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <TextInput
          label="Address"
          type="search"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Find address
        </Button>
      </Group>
    </form>
  );
};

const AddDialog = ({ close }: { readonly close: () => void }) => {
  const add = useChange(
    ({ address, reason }: { address: string; reason: Reason }) =>
      porchlight.suppressions.create({ address: address.trim(), reason }),
    'suppressions',
  );
  return (
    <FormDialog
      title="Suppress address"
      draft="suppressions/new"
      initialValues={{ address: '', reason: 'unsubscribed' as Reason }}
      validate={{ address: emailAddress }}
      change={add}
      onClose={close}
    >
      {(form) => (
        <>
          <TextInput label="Address" type="email" required data-autofocus {...form.getInputProps('address')} />
          <NativeSelect label="Reason" data={[...REASONS]} {...form.getInputProps('reason')} />
        </>
      )}
    </FormDialog>
  );
};

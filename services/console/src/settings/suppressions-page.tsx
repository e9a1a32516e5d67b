import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState, type FormEvent } from 'react';
import { useChange, useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ConfirmButton } from '../components/confirm-button';
import { DataTable } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { DialogButton } from '../components/dialog-button';
import { FilterRow } from '../components/filter-row';
import { FormDialog } from '../components/form-dialog';
import { PageFrame } from '../components/page-frame';
import { useSearchFilters } from '../components/use-search-filters';
import { emailAddress } from '../components/validators';

type Reason = NonNullable<Schemas['NewSuppression']['reason']>;

const REASONS: readonly { readonly value: Reason; readonly label: string }[] = [
  { value: 'unsubscribed', label: t`Unsubscribed` },
  { value: 'complained', label: t`Reported spam` },
  { value: 'bounced', label: t`Mailbox refuses email` },
  { value: 'dropped', label: t`Mail service refuses` },
];

const SOURCES: Readonly<Record<string, string>> = {
  event: t`A lead said so`,
  emEvent: t`Mail service`,
  link: t`Link in an email`,
  manual: t`Added by a user`,
  import: t`Import`,
};

const NO_FILTERS = { address: '', reason: '' };

const formatReason = (reason: string | null | undefined): string =>
  REASONS.find(({ value }) => value === reason)?.label ?? reason ?? '';

/** The addresses that get no email: find, add with a reason, remove. */
export default function SuppressionsPage() {
  const { filters, isFiltered, set, clear } = useSearchFilters(NO_FILTERS);
  const suppressions = useCollection(['suppressions'], porchlight.suppressions.list, {
    address: filters.address || undefined,
    reason: filters.reason === '' ? undefined : [filters.reason as Reason],
  });
  return (
    <PageFrame
      title={t`Suppressed addresses`}
      about={t`Templates, plans and campaigns send nothing to these addresses.`}
      actions={<DialogButton label={t`Suppress address`}>{(close) => <AddDialog close={close} />}</DialogButton>}
    >
      <FilterRow isFiltered={isFiltered} clear={clear}>
        <NativeSelect
          label={t`Reason`}
          data={[{ value: '', label: t`Any reason` }, ...REASONS]}
          value={filters.reason}
          onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
        />
        {/* The key shows the address of the filter again after Back. */}
        <AddressFilter key={filters.address} value={filters.address} apply={(address) => set({ address })} />
      </FilterRow>
      <DataTable
        caption={t`Suppressed addresses`}
        list={suppressions}
        empty={isFiltered ? t`No suppressed address matches these filters.` : t`No address is suppressed.`}
        columns={[
          { title: t`Address`, long: true, show: ({ address }) => address ?? t`Erased` },
          { title: t`Reason`, show: ({ reason }) => formatReason(reason) },
          { title: t`How`, show: ({ source, systemName }) => systemName ?? SOURCES[source ?? ''] ?? source },
          { title: t`Since`, show: ({ created }) => <DateTime at={created} /> },
        ]}
        actions={({ id, address }) => (
          <ConfirmButton
            label={t`Remove`}
            name={address ? t`Remove ${address}` : t`Remove this entry`}
            title={address ? t`Remove ${address}?` : t`Remove this entry?`}
            harmless
            description={t`The address can get email again. Remove it only if the person asked for that.`}
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
          label={t`Address`}
          type="search"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          <Trans>Find address</Trans>
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
      title={t`Suppress address`}
      draft="suppressions/new"
      initialValues={{ address: '', reason: 'unsubscribed' as Reason }}
      validate={{ address: emailAddress }}
      change={add}
      onClose={close}
    >
      {(form) => (
        <>
          <TextInput label={t`Address`} type="email" required data-autofocus {...form.getInputProps('address')} />
          <NativeSelect label={t`Reason`} data={[...REASONS]} {...form.getInputProps('reason')} />
        </>
      )}
    </FormDialog>
  );
};

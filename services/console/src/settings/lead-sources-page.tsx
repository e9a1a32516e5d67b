import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { DateTime } from '../components/date-time';
import { PageFrame } from '../components/page-frame';
import { CreateRecord, RecordList, type RecordKind } from '../components/record-list';
import { useSecretDialog } from '../components/secret-dialog';
import { required } from '../components/validators';
import { PageLink } from '../layout/page-link';
import { BY_NAME } from './list-queries';

type LeadAddress = Schemas['LeadAddress'];
type Values = { name: string };

const LABELS = { name: t`Name` };
const PURPOSE = t`Enter it at the portal as the address for leads. If you lose it, create another one.`;

const createKind = (show: (address: LeadAddress) => void): RecordKind<LeadAddress, Values, Values> => ({
  createLabel: t`Create address`,
  deleteLabel: t`Delete address`,
  caption: t`Addresses for leads`,
  api: porchlight.leadAddresses,
  subjects: ['leadAddresses'],
  query: { limit: BY_NAME.limit },
  empty: t`No addresses yet. Create one for each portal that sends leads by email.`,
  nameOf: ({ name }) => name ?? '',
  columns: [
    { title: t`Name`, show: ({ name }) => name },
    { title: t`System`, show: ({ system }) => system },
    { title: t`Created`, show: ({ created }) => <DateTime at={created} /> },
    { title: t`Last lead`, show: ({ lastUsed }) => <DateTime at={lastUsed} /> },
  ],
  toValues: (address) => ({ name: address?.name ?? '' }),
  validate: { name: required(t`a name, such as that of the portal`) },
  toBody: ({ name }) => ({ name: name.trim() }),
  labels: LABELS,
  fields: (form) => (
    <TextInput
      label={LABELS.name}
      description={t`The portal that sends to the address.`}
      required
      data-autofocus
      maxLength={255}
      {...form.getInputProps('name')}
    />
  ),
  removal: ({ id }) => ({
    description: t`Emails to the address are refused at once. This cannot be undone.`,
    act: () => porchlight.leadAddresses.delete(id),
  }),
  onCreated: show,
});

/** How leads come in: email addresses for portals (ADF/XML), and the pages of the other ways. */
export default function LeadSourcesPage() {
  const [secretDialog, showSecret] = useSecretDialog(t`The new address`, PURPOSE);
  const kind = createKind(({ address }) => showSecret({ Address: address }));
  return (
    <PageFrame
      title={t`Lead sources`}
      about={
        <>
          <Trans>
            Portals send leads by email (ADF/XML) to an address that you create here. Programs and websites send them
            with the API as a <PageLink to="/systems">system</PageLink>; every lead is in the{' '}
            <PageLink to="/leads">log of leads</PageLink>.
          </Trans>
        </>
      }
      actions={<CreateRecord kind={kind} />}
    >
      <RecordList kind={kind} />
      {secretDialog}
    </PageFrame>
  );
}

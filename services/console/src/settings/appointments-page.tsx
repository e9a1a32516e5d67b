import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { PageFrame } from '../components/page-frame';
import { CreateRecord, RecordList, type RecordKind } from '../components/record-list';
import { Section } from '../components/section';
import { required } from '../components/validators';
import { usePermissions } from '../session/session';
import { IN_ORDER } from './list-queries';

type Named = Schemas['AppointmentType'] & Schemas['AppointmentOutcome'];
type Values = { name: string };
type Kind = RecordKind<Named, Values, Values>;

const LABELS = { name: t`Name` };

/** What types and outcomes have in common: a name and a place. */
const NAMED: Pick<
  Kind,
  'query' | 'ordered' | 'nameOf' | 'columns' | 'toValues' | 'validate' | 'toBody' | 'labels' | 'fields'
> = {
  query: IN_ORDER,
  ordered: true,
  nameOf: ({ name }) => name ?? '',
  columns: [{ title: t`Name`, show: ({ name }) => name }],
  toValues: (record) => ({ name: record?.name ?? '' }),
  validate: { name: required(t`a name`) },
  toBody: ({ name }) => ({ name: name.trim() }),
  labels: LABELS,
  fields: (form) => (
    <TextInput label={LABELS.name} required data-autofocus maxLength={255} {...form.getInputProps('name')} />
  ),
};

const others = (rows: readonly Named[], id: number): readonly Named[] => rows.filter((other) => other.id !== id);

const TYPES: Kind = {
  ...NAMED,
  createLabel: t`Create type`,
  deleteLabel: t`Delete type`,
  caption: t`Types`,
  api: porchlight.appointmentTypes,
  subjects: ['appointmentTypes', 'appointments'],
  empty: t`No types yet. Create some, such as “Showing”.`,
  emptyToRead: t`No types yet.`,
  removal: ({ id }, rows) => ({
    description: t`The type is deleted. Its appointments stay.`,
    targets: { label: t`Their new type`, records: others(rows, id), without: t`No type` },
    act: ({ target }) => porchlight.appointmentTypes.delete(id, undefined, { assignTypeId: target }),
  }),
};

const OUTCOMES: Kind = {
  ...NAMED,
  createLabel: t`Create outcome`,
  deleteLabel: t`Delete outcome`,
  caption: t`Outcomes`,
  api: porchlight.appointmentOutcomes,
  subjects: ['appointmentOutcomes', 'appointments'],
  empty: t`No outcomes yet. Create some, such as “Offer made”.`,
  emptyToRead: t`No outcomes yet.`,
  removal: ({ id }, rows) => ({
    description: t`The outcome is deleted. Its appointments stay.`,
    targets: { label: t`Their new outcome`, records: others(rows, id), without: t`No outcome` },
    act: ({ target }) => porchlight.appointmentOutcomes.delete(id, undefined, { assignOutcomeId: target }),
  }),
};

/** Types and outcomes of appointments: create, rename, order, delete with another one for the appointments. */
export default function AppointmentsPage() {
  const { isAdmin } = usePermissions();
  return (
    <PageFrame
      title={t`Appointments`}
      about={t`What an appointment is for, and how it ended.`}
      actions={isAdmin && <CreateRecord kind={TYPES} />}
    >
      <Section title={t`Types`}>
        <RecordList kind={TYPES} readOnly={!isAdmin} />
      </Section>
      <Section title={t`Outcomes`}>
        <RecordList kind={OUTCOMES} readOnly={!isAdmin} />
        {isAdmin && <CreateRecord kind={OUTCOMES} secondary />}
      </Section>
    </PageFrame>
  );
}

import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { DateTime } from '../components/date-time';
import { EditableField } from '../components/editable-field';
import { formatSource } from '../components/format-source';
import { useFilledFields, type DetailField } from '../components/use-filled-fields';
import { toValueKind, ValueField } from '../components/value-field';
import { useLenders } from '../users/use-users';
import { ContactField } from './contact-field';
import { usePersonEdit } from './person-edit';
import { AddressField } from './address-field';
import styles from './person-page.module.css';

type Person = Schemas['Person'];

/** Maximum number of custom fields that the page shows. */
const MAX_CUSTOM_FIELDS = 100;
const MAX_TIMEFRAMES = 100;

/** The fields of single values: of every person, then custom fields in their order. */
const useFields = ({ assignedLenderId }: Person): readonly DetailField[] => {
  const lenders = useLenders(assignedLenderId);
  const timeframes = useCollection(['timeframes'], porchlight.timeframes.list, { limit: MAX_TIMEFRAMES });
  const { rows } = useCollection(['customFields'], porchlight.customFields.list, {
    limit: MAX_CUSTOM_FIELDS,
    sort: 'orderWeight',
  });
  return [
    { label: t`First name`, name: 'firstName', kind: { type: 'text' } },
    { label: t`Last name`, name: 'lastName', kind: { type: 'text' } },
    { label: t`Price`, name: 'price', kind: { type: 'number' }, always: true },
    {
      label: t`Timeframe`,
      name: 'timeframeId',
      kind: {
        type: 'id',
        choices: timeframes.rows.map(({ id, timeframe, name }) => ({
          value: String(id),
          label: timeframe ?? name ?? '',
        })),
      },
    },
    { label: t`Lender`, name: 'assignedLenderId', kind: { type: 'id', choices: lenders.options } },
    { label: t`Background`, name: 'background', kind: { type: 'long' } },
    ...rows.map((field) => ({
      label: field.label ?? '',
      name: field.name ?? '',
      kind: toValueKind(field),
      readOnly: field.readOnly,
    })),
  ];
};

/** The details of a person, each edited in its place; empty fields on request. */
export const PersonFields = ({ person }: { readonly person: Person }) => {
  const { visible, button } = useFilledFields(person, useFields(person));
  const editing = usePersonEdit();
  return (
    <Card title={t`Details`}>
      <dl className={styles.fields}>
        <ContactField person={person} kind="phones" />
        <ContactField person={person} kind="emails" />
        <AddressField person={person} />
        {visible.map((field) => (
          <ValueField key={field.name} record={person} editing={editing} {...field} />
        ))}
        <Fixed label={t`Source`} value={formatSource(person.source)} />
        <Fixed label={t`Created`} value={<DateTime at={person.created} />} />
      </dl>
      {button}
    </Card>
  );
};

/** A value that users cannot change. */
const Fixed = ({ label, value }: { readonly label: string; readonly value: React.ReactNode }) =>
  value ? <EditableField label={label} value={value} editor={() => null} readOnly /> : null;

import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { DateTime } from '../components/date-time';
import { EditableField } from '../components/editable-field';
import { formatSource } from '../components/format-source';
import { toValueKind, ValueField, type ValueKind } from '../components/value-field';
import { useUsers } from '../users/use-users';
import { ContactField } from './contact-field';
import { usePersonEdit } from './person-edit';
import { AddressField } from './address-field';
import styles from './person-page.module.css';

type Person = Schemas['Person'];

/** Maximum number of custom fields that the page shows. */
const MAX_CUSTOM_FIELDS = 100;
const MAX_TIMEFRAMES = 100;

/** A field of the card; empty ones are hidden until they are asked for. */
interface Row {
  readonly label: string;
  readonly name: string;
  readonly kind: ValueKind;
  readonly isEmpty: boolean;
  readonly readOnly?: boolean;
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** The rows of single values: of every person, then custom fields in their order. */
const useRows = (person: Person): readonly Row[] => {
  const users = useUsers();
  const timeframes = useCollection(['timeframes'], porchlight.timeframes.list, { limit: MAX_TIMEFRAMES });
  const { rows } = useCollection(['customFields'], porchlight.customFields.list, {
    limit: MAX_CUSTOM_FIELDS,
    sort: 'orderWeight',
  });
  const values = person as Readonly<Record<string, unknown>>;
  const row = (label: string, name: string, kind: ValueKind, readOnly = false): Row => ({
    label,
    name,
    kind,
    readOnly,
    isEmpty: isEmpty(values[name]),
  });
  return [
    row(t`First name`, 'firstName', { type: 'text' }),
    row(t`Last name`, 'lastName', { type: 'text' }),
    row(t`Price`, 'price', { type: 'number' }),
    row(t`Timeframe`, 'timeframeId', {
      type: 'id',
      choices: timeframes.rows.map(({ id, timeframe, name }) => ({
        value: String(id),
        label: timeframe ?? name ?? '',
      })),
    }),
    row(t`Lender`, 'assignedLenderId', { type: 'id', choices: users.options }),
    row(t`Background`, 'background', { type: 'long' }),
    ...rows.map((field) => row(field.label ?? '', field.name ?? '', toValueKind(field), field.readOnly)),
  ];
};

/** The details of a person, each edited in its place; empty fields on request. */
export const PersonFields = ({ person }: { readonly person: Person }) => {
  const [all, setAll] = useState(false);
  const rows = useRows(person);
  const editing = usePersonEdit();
  const hidden = rows.filter((row) => row.isEmpty && row.name !== 'price');
  return (
    <Card title={t`Details`}>
      <dl className={styles.fields}>
        <ContactField person={person} kind="phones" />
        <ContactField person={person} kind="emails" />
        <AddressField person={person} />
        {rows
          .filter((row) => all || !hidden.includes(row))
          .map((row) => (
            <ValueField key={row.name} record={person} editing={editing} {...row} />
          ))}
        <Fixed label={t`Source`} value={formatSource(person.source)} />
        <Fixed label={t`Created`} value={<DateTime at={person.created} />} />
      </dl>
      {hidden.length > 0 && (
        <Button variant="subtle" size="compact-sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all
            ? t`Hide empty fields`
            : plural(hidden.length, { one: 'Show # empty field', other: 'Show # empty fields' })}
        </Button>
      )}
    </Card>
  );
};

/** A value that users cannot change. */
const Fixed = ({ label, value }: { readonly label: string; readonly value: React.ReactNode }) =>
  value ? <EditableField label={label} value={value} editor={() => null} readOnly /> : null;

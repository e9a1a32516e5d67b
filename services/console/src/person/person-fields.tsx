import { Title } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import type { ReactNode } from 'react';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DateTime } from '../components/date-time';
import styles from './person-page.module.css';

type Person = Schemas['Person'];

/** Maximum number of custom fields that the page shows. */
const MAX_CUSTOM_FIELDS = 100;

/** The fields of a person that have a value: contacts, assignment, custom fields. */
export const PersonFields = ({ person }: { readonly person: Person }) => (
  <section aria-labelledby="details">
    <Title order={2} size="h3" id="details" mb="sm">
      Details
    </Title>
    <dl className={styles.details}>
      <Detail name="Email">{renderContacts(person.emails, 'mailto:')}</Detail>
      <Detail name="Phone">{renderContacts(person.phones, 'tel:')}</Detail>
      <Detail name="Address">{person.addresses?.map(formatAddress).join('; ')}</Detail>
      <Detail name="Assigned to">{person.assignedTo}</Detail>
      <Detail name="Lender">{person.assignedLenderName}</Detail>
      <Detail name="Source">{person.source}</Detail>
      <Detail name="Price">{person.price?.toLocaleString()}</Detail>
      <Detail name="Background">{person.background}</Detail>
      <CustomFields person={person} />
      <Detail name="Created">
        <DateTime at={person.created} />
      </Detail>
      <Detail name="Last activity">
        <DateTime at={person.lastActivity} />
      </Detail>
    </dl>
  </section>
);

const CustomFields = ({ person }: { readonly person: Person }) => {
  const { rows } = useCollection(['customFields'], porchlight.customFields.list, {
    limit: MAX_CUSTOM_FIELDS,
    sort: 'orderWeight',
  });
  const values = person as Readonly<Record<string, unknown>>;
  return rows.map(({ id, label, name }) => (
    <Detail key={id} name={label ?? ''}>
      {formatCustomValue(values[name ?? ''])}
    </Detail>
  ));
};

const formatCustomValue = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? value.toLocaleString() : String(value as string | boolean);
};

const Detail = ({ name, children }: { readonly name: string; readonly children: ReactNode }) =>
  children === null || children === undefined || children === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );

const renderContacts = (contacts: Person['emails'], scheme: string): ReactNode =>
  contacts && contacts.length > 0
    ? contacts.map(({ value, type }) => (
        <div key={value}>
          <a href={`${scheme}${value}`}>{value}</a>
          {type ? ` (${type})` : ''}
        </div>
      ))
    : null;

const formatAddress = ({ street, city, state, code, country }: NonNullable<Person['addresses']>[number]): string =>
  [street, city, [state, code].filter(Boolean).join(' '), country].filter(Boolean).join(', ');

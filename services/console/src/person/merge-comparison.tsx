import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Schemas } from '@porchlight/sdk';
import styles from '../components/conflict-table.module.css';
import { formatPrice } from '../components/format-price';

type Person = Schemas['Person'];

const values = (entries: readonly { readonly value?: string }[] | undefined): string =>
  entries?.map(({ value }) => value).join(', ') ?? '';

/** The fields that the table compares. */
const ROWS: readonly { readonly label: string; readonly show: (person: Person) => string }[] = [
  { label: t`Name`, show: ({ name }) => name ?? '' },
  { label: t`Stage`, show: ({ stage }) => stage ?? '' },
  { label: t`Assigned to`, show: ({ assignedTo }) => assignedTo ?? '' },
  { label: t`Email`, show: ({ emails }) => values(emails) },
  { label: t`Phone`, show: ({ phones }) => values(phones) },
  { label: t`Price`, show: ({ price }) => (price ? formatPrice(price) : '') },
  { label: t`Source`, show: ({ source }) => source ?? '' },
  { label: t`Tags`, show: ({ tags }) => tags?.join(', ') ?? '' },
];

/** Two people field by field, before they are merged. */
export const MergeComparison = ({ person, other }: { readonly person: Person; readonly other: Person }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">
          <Trans>Field</Trans>
        </th>
        <th scope="col">
          <Trans>Stays</Trans>
        </th>
        <th scope="col">
          <Trans>Is merged</Trans>
        </th>
      </tr>
    </thead>
    <tbody>
      {ROWS.filter(({ show }) => show(person) !== '' || show(other) !== '').map(({ label, show }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{show(person)}</td>
          <td>{show(other)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

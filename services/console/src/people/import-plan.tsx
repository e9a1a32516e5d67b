import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { DataTable, fromRows } from '../components/data-table';
import type { ImportPreview } from './import-preview';
import { formatCount } from '../components/format-count';

type PlannedRow = ImportPreview['plan'][number];

/** Rows that are shown; the counts above are of all rows. */
const MAX_SHOWN = 50;
const ACTIONS = { create: t`Create`, add: t`Add`, change: t`Replace`, skip: t`Skip` } as const;
const EMPTY = t`empty`;

/** What an import would do with each row: values that are added, and values before and after. */
export const ImportPlan = ({ plan, isPart }: { readonly plan: readonly PlannedRow[]; readonly isPart: boolean }) => (
  <>
    <DataTable
      caption={t`First rows`}
      list={fromRows(plan.slice(0, MAX_SHOWN))}
      rowKey={({ row }) => row}
      empty={t`The file has no rows below the column names.`}
      columns={[
        { title: t`Person`, show: showPerson },
        { title: t`Line`, show: ({ line }) => formatCount(line) },
        { title: t`Action`, show: ({ action }) => ACTIONS[action], whole: true },
        { title: t`Values`, show: showValues },
      ]}
    />
    {(isPart || plan.length > MAX_SHOWN) && (
      <Text size="sm" c="dimmed">{t`The first ${MAX_SHOWN} rows are shown.`}</Text>
    )}
  </>
);

const showPerson = ({ person }: PlannedRow) => {
  if (person === null) return t`New`;
  return person.id === null ? person.name : <Link to={`/people/${person.id}`}>{person.name}</Link>;
};

const showValues = ({ add, change, reason }: PlannedRow) => (
  <>
    {change.map(({ field, before, after }) => (
      <div key={field}>{`${field}: ${before || EMPTY} → ${after || EMPTY}`}</div>
    ))}
    {add.map(({ field, value }, nth) => (
      <div key={`${field}-${nth}`}>{`${field}: + ${value}`}</div>
    ))}
    {reason}
  </>
);

import { t } from '@lingui/core/macro';
import { porchlight } from '../api/porchlight';
import type { CsvExport } from '../components/use-export';

type Row = object;

/** A list of records that can be exported. */
export interface DataSet extends CsvExport<Row> {
  readonly title: string;
}

const isNamed = (value: unknown): value is { readonly value?: unknown; readonly name?: unknown } =>
  typeof value === 'object' && value !== null;

/** A value as text: of objects their value or name, of lists all of them. */
const toText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return isNamed(value) ? toText(value.value ?? value.name) : String(value as string | number | boolean);
};

const column = (title: string, field: string) => ({
  title,
  toText: (row: Row) => toText((row as Readonly<Record<string, unknown>>)[field]),
});

/** The lists of the account that owners and brokers can export. */
export const DATA_SETS: readonly DataSet[] = [
  {
    title: t`People`,
    file: 'people',
    list: () => porchlight.people.list(),
    columns: [
      column(t`Id`, 'id'),
      column(t`First name`, 'firstName'),
      column(t`Last name`, 'lastName'),
      column(t`Emails`, 'emails'),
      column(t`Phones`, 'phones'),
      column(t`Stage`, 'stage'),
      column(t`Agent`, 'assignedTo'),
      column(t`Source`, 'source'),
      column(t`Tags`, 'tags'),
      column(t`Price`, 'price'),
      column(t`Created`, 'created'),
    ],
  },
  {
    title: t`Deals`,
    file: 'deals',
    list: () => porchlight.deals.list(),
    columns: [
      column(t`Id`, 'id'),
      column(t`Name`, 'name'),
      column(t`Pipeline id`, 'pipelineId'),
      column(t`Stage id`, 'stageId'),
      column(t`Status`, 'status'),
      column(t`Price`, 'price'),
      column(t`People`, 'people'),
      column(t`Users`, 'users'),
      column(t`Projected close`, 'projectedCloseDate'),
    ],
  },
  {
    title: t`Tasks`,
    file: 'tasks',
    list: () => porchlight.tasks.list(),
    columns: [
      column(t`Id`, 'id'),
      column(t`Task`, 'name'),
      column(t`Type`, 'type'),
      column(t`Person id`, 'personId'),
      column(t`Assigned to`, 'AssignedTo'),
      column(t`Due`, 'dueDate'),
      column(t`Completed`, 'isCompleted'),
    ],
  },
  {
    title: t`Users`,
    file: 'users',
    list: () => porchlight.users.list(),
    columns: [
      column(t`Id`, 'id'),
      column(t`Name`, 'name'),
      column(t`Email`, 'email'),
      column(t`Role`, 'role'),
      column(t`Status`, 'status'),
    ],
  },
  {
    title: t`Suppressed addresses`,
    file: 'suppressed-addresses',
    list: () => porchlight.suppressions.list(),
    columns: [
      column(t`Address`, 'address'),
      column(t`Reason`, 'reason'),
      column(t`How`, 'source'),
      column(t`Since`, 'created'),
    ],
  },
];

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
    title: 'People',
    file: 'people',
    list: () => porchlight.people.list(),
    columns: [
      column('Id', 'id'),
      column('First name', 'firstName'),
      column('Last name', 'lastName'),
      column('Emails', 'emails'),
      column('Phones', 'phones'),
      column('Stage', 'stage'),
      column('Agent', 'assignedTo'),
      column('Source', 'source'),
      column('Tags', 'tags'),
      column('Price', 'price'),
      column('Created', 'created'),
    ],
  },
  {
    title: 'Deals',
    file: 'deals',
    list: () => porchlight.deals.list(),
    columns: [
      column('Id', 'id'),
      column('Name', 'name'),
      column('Pipeline id', 'pipelineId'),
      column('Stage id', 'stageId'),
      column('Status', 'status'),
      column('Price', 'price'),
      column('People', 'people'),
      column('Users', 'users'),
      column('Projected close', 'projectedCloseDate'),
    ],
  },
  {
    title: 'Tasks',
    file: 'tasks',
    list: () => porchlight.tasks.list(),
    columns: [
      column('Id', 'id'),
      column('Task', 'name'),
      column('Type', 'type'),
      column('Person id', 'personId'),
      column('Assigned to', 'AssignedTo'),
      column('Due', 'dueDate'),
      column('Completed', 'isCompleted'),
    ],
  },
  {
    title: 'Users',
    file: 'users',
    list: () => porchlight.users.list(),
    columns: [
      column('Id', 'id'),
      column('Name', 'name'),
      column('Email', 'email'),
      column('Role', 'role'),
      column('Status', 'status'),
    ],
  },
  {
    title: 'Suppressed addresses',
    file: 'suppressed-addresses',
    list: () => porchlight.suppressions.list(),
    columns: [
      column('Address', 'address'),
      column('Reason', 'reason'),
      column('How', 'source'),
      column('Since', 'created'),
    ],
  },
];

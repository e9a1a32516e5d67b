import { t } from '@lingui/core/macro';
import { NativeSelect } from '@mantine/core';
import { DataTable, fromRows } from '../components/data-table';
import type { ImportPreview } from './import-preview';

interface Props {
  readonly columns: ImportPreview['columns'];
  readonly fields: readonly string[];
  readonly choose: (header: string, field: string | null) => void;
}

const NOT_IMPORTED = t`Not imported`;

/** The columns of a table with the field of each, which the user can change. */
export const ImportColumns = ({ columns, fields, choose }: Props) => (
  <DataTable
    caption={t`Columns`}
    list={fromRows(columns)}
    rowKey={({ header }) => header}
    empty={t`No columns.`}
    columns={[
      { title: t`Column`, show: ({ header }) => header },
      { title: t`First values`, show: ({ samples }) => samples.join(', ') },
      {
        title: t`Field`,
        show: ({ header, field }) => (
          <NativeSelect
            aria-label={t`Field of ${header}`}
            value={field ?? ''}
            data={[
              { value: '', label: NOT_IMPORTED },
              ...(field === null || fields.includes(field) ? [] : [field]),
              ...fields,
            ]}
            onChange={({ currentTarget }) => choose(header, currentTarget.value || null)}
          />
        ),
      },
    ]}
  />
);

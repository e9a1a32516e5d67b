import { t } from '@lingui/core/macro';
import { StatusBadge } from './status-badge';
import type { Column } from './table-columns';

/** The column with the status of each row. */
export const STATUS_COLUMN: Column<{ readonly status?: string | null | undefined }> = {
  title: t`Status`,
  whole: true,
  plain: true,
  show: ({ status }) => <StatusBadge status={status ?? ''} />,
};

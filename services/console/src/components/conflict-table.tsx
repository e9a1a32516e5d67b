import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { EditConflict } from '../api/edit-conflict';
import styles from './conflict-table.module.css';

/** The values of two users side by side. */
export const ConflictTable = ({ error: { conflicts } }: { readonly error: EditConflict }) => (
  <>
    <Text size="sm">
      <Trans>Another user changed this after you opened it. Nothing was saved.</Trans>
    </Text>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Field</Trans>
          </th>
          <th scope="col">
            <Trans>Saved now</Trans>
          </th>
          <th scope="col">
            <Trans>Yours</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {conflicts.map(({ label, theirs, yours }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{theirs || t`empty`}</td>
            <td>{yours || t`empty`}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <Text size="sm">
      <Trans>Save again to replace it with yours.</Trans>
    </Text>
  </>
);

import { Text } from '@mantine/core';
import type { EditConflict } from '../api/edit-conflict';
import styles from './conflict-table.module.css';

/** The values of two users side by side. */
export const ConflictTable = ({ error: { conflicts } }: { readonly error: EditConflict }) => (
  <>
    <Text size="sm">Another user changed this after you opened it. Nothing was saved.</Text>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Saved now</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {conflicts.map(({ label, theirs, yours }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{theirs || 'empty'}</td>
            <td>{yours || 'empty'}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <Text size="sm">Save again to replace it with yours.</Text>
  </>
);

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './editable-field.module.css';

interface Props {
  readonly label: string;
  /** The value as text or links; nothing for an empty field. */
  readonly value: ReactNode;
  /** Renders the form while the field is edited. */
  editor(close: () => void): ReactNode;
  readonly readOnly?: boolean;
}

/** A field of a record with a button that replaces the value by a form in the same place. */
export const EditableField = ({ label, value, editor, readOnly = false }: Props) => {
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus({ preventScroll: true });
    wasEditing.current = editing;
  }, [editing]);
  return (
    <div className={styles.field}>
      <dt>{label}</dt>
      {editing ? (
        <dd>{editor(() => setEditing(false))}</dd>
      ) : (
        <dd className={styles.value}>
          <div>
            {value || (
              <span className={styles.empty}>
                <Trans>Empty</Trans>
              </span>
            )}
          </div>
          {!readOnly && (
            <ActionIcon
              ref={button}
              variant="subtle"
              color="gray"
              className={styles.pencil}
              aria-label={t`Edit ${label}`}
              onClick={() => setEditing(true)}
            >
              <IconPencil size={18} stroke={1.75} />
            </ActionIcon>
          )}
        </dd>
      )}
    </div>
  );
};

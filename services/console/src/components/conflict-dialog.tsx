import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack } from '@mantine/core';
import type { EditConflict } from '../api/edit-conflict';
import { ConflictTable } from './conflict-table';

interface Props {
  readonly error: EditConflict;
  /** Saves the values of the user all the same. */
  replace(): void;
  /** Leaves the record as the other user saved it. */
  onClose(): void;
}

/** Asks which values to keep after another user changed the same fields. */
export const ConflictDialog = ({ error, replace, onClose }: Props) => (
  <Modal opened onClose={onClose} title={t`Changed by another user`}>
    <Stack>
      <ConflictTable error={error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          <Trans>Keep the saved value</Trans>
        </Button>
        <Button onClick={replace}>
          <Trans>Replace with mine</Trans>
        </Button>
      </Group>
    </Stack>
  </Modal>
);

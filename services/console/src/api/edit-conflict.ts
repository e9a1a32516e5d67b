import { t } from '@lingui/core/macro';
import { PorchlightError } from '@porchlight/sdk';

/** A field that two users changed: its value in the record, and the value that was not saved. */
interface FieldConflict {
  readonly label: string;
  readonly theirs: string;
  readonly yours: string;
}

/** Nothing was saved: another user changed the same fields after the user saw them. */
export class EditConflict extends PorchlightError {
  readonly conflicts: readonly FieldConflict[];

  constructor(conflicts: readonly FieldConflict[]) {
    super(
      [
        ...conflicts.map(
          ({ label, theirs, yours }) => t`Another user changed “${label}” to “${theirs}”. Your value is “${yours}”.`,
        ),
        t`Save again to replace it with yours.`,
      ].join(' '),
      { reason: 'EDIT_CONFLICT', status: 412 },
    );
    this.conflicts = conflicts;
  }
}

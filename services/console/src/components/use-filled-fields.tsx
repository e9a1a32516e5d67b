import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ValueKind } from './value-field';

/** A field of a card of details. */
export interface DetailField {
  readonly label: string;
  readonly name: string;
  readonly kind: ValueKind;
  readonly readOnly?: boolean;
  /** Visible without a value too. */
  readonly always?: boolean;
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** The fields of a record that are visible, and the button that shows or hides those without a value. */
export const useFilledFields = (
  record: object,
  fields: readonly DetailField[],
): { readonly visible: readonly DetailField[]; readonly button: ReactNode } => {
  const [all, setAll] = useState(false);
  const values = record as Readonly<Record<string, unknown>>;
  const filled = fields.filter(({ name, always }) => always || !isEmpty(values[name]));
  const emptyCount = fields.length - filled.length;
  return {
    visible: all ? fields : filled,
    button: emptyCount > 0 && (
      <Button variant="subtle" size="compact-sm" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? t`Hide empty fields` : plural(emptyCount, { one: 'Show # empty field', other: 'Show # empty fields' })}
      </Button>
    ),
  };
};

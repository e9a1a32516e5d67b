import { t } from '@lingui/core/macro';
import { Group, NativeSelect, TextInput } from '@mantine/core';
import type { Duration } from './step-values';

const UNITS = ['minutes', 'hours', 'days'];

interface Props {
  readonly label: string;
  readonly value: Duration;
  onChange(value: Duration): void;
}

/** A length of time: a number and its unit. */
export const DurationInput = ({ label, value, onChange }: Props) => (
  <Group gap="xs" align="flex-end" wrap="nowrap">
    <TextInput
      label={label}
      inputMode="numeric"
      w="12rem"
      value={value.value}
      onChange={({ currentTarget }) => onChange({ ...value, value: currentTarget.value.trim() })}
    />
    <NativeSelect
      aria-label={t`${label}: unit`}
      data={UNITS}
      value={value.unit}
      onChange={({ currentTarget }) => onChange({ ...value, unit: currentTarget.value })}
    />
  </Group>
);

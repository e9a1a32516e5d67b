import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PeopleFilter } from './people-query';

interface Props {
  readonly filter: PeopleFilter;
  readonly choices: readonly { readonly value: string; readonly label: string }[] | undefined;
  add(value: string): void;
  onClose(): void;
}

/** Asks for the value of a filter: a choice filters at once, a typed value with Enter. */
export const FilterForm = ({ filter: { label, input }, choices, add, onClose }: Props) => {
  const [text, setText] = useState('');
  const apply = (value: string): void => {
    if (value.trim() !== '') add(value.trim());
    onClose();
  };
  return (
    <form
      aria-label={t`Filter by ${label.toLowerCase()}`}
      onSubmit={(event) => {
        event.preventDefault();
        apply(text);
      }}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <Group gap={4}>
        {choices ? (
          <NativeSelect
            size="xs"
            aria-label={label}
            autoFocus
            data={[{ value: '', label: t`Choose: ${label.toLowerCase()}` }, ...choices]}
            onChange={({ currentTarget }) => apply(currentTarget.value)}
          />
        ) : (
          <>
            <TextInput
              size="xs"
              aria-label={label}
              placeholder={label}
              autoFocus
              type={input === 'date' ? 'date' : 'text'}
              inputMode={input === 'number' ? 'decimal' : undefined}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            <Button type="submit" size="compact-sm">
              <Trans>Apply</Trans>
            </Button>
          </>
        )}
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </form>
  );
};

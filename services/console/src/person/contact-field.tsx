import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import IconX from '@tabler/icons-react/icons/IconX';
import { useState } from 'react';
import { EditableField } from '../components/editable-field';
import { InlineForm } from '../components/inline-form';
import { usePersonEdit } from './person-edit';

type Person = Schemas['Person'];
type Entry = { readonly value?: string; readonly type?: string; readonly isPrimary?: number; readonly status?: string };

/** What differs between phones and emails. Types are open text; these are offered. */
const KINDS = {
  phones: { label: t`Phone`, scheme: 'tel:', input: 'tel', types: ['mobile', 'home', 'work', 'other'] },
  emails: { label: t`Email`, scheme: 'mailto:', input: 'email', types: ['home', 'work', 'other'] },
} as const;

interface Props {
  readonly person: Person;
  readonly kind: keyof typeof KINDS;
}

/** The phones or emails of a person: links, and a form with one line for each. */
export const ContactField = ({ person, kind }: Props) => {
  const { label, scheme } = KINDS[kind];
  const entries: readonly Entry[] = person[kind] ?? [];
  return (
    <EditableField
      label={label}
      value={
        entries.length > 0 &&
        entries.map(({ value, type, status }) => (
          <div key={value}>
            <a href={`${scheme}${value}`}>{value}</a>
            {type ? ` (${type})` : ''}
            {status ? ` · ${status}` : ''}
          </div>
        ))
      }
      editor={(close) => <ContactForm person={person} kind={kind} close={close} />}
    />
  );
};

const ContactForm = ({ person, kind, close }: Props & { close(): void }) => {
  const { label, input, types } = KINDS[kind];
  const [base] = useState(person);
  const empty: Entry = { value: '', type: types[0] };
  const [entries, setEntries] = useState<readonly Entry[]>(() => (base[kind]?.length ? base[kind] : [empty]));
  const { edit, isPending, error } = usePersonEdit();
  const change = (index: number, next: Partial<Entry>): void =>
    setEntries(entries.map((entry, nth) => (nth === index ? { ...entry, ...next } : entry)));
  const save = (): void => {
    const filled = entries.flatMap(({ value = '', type, isPrimary }) =>
      value.trim() === '' ? [] : [{ value: value.trim(), type, isPrimary }],
    );
    edit(kind === 'phones' ? { phones: filled } : { emails: filled }, base, close);
  };
  return (
    <InlineForm label={label} busy={isPending} error={error} save={save} cancel={close}>
      {entries.map(({ value = '', type = '' }, index) => (
        <Group key={index} gap={4} wrap="nowrap">
          <TextInput
            flex={1}
            type={input}
            aria-label={`${label} ${index + 1}`}
            autoFocus={index === entries.length - 1}
            value={value}
            onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
          />
          <NativeSelect
            w={92}
            aria-label={t`Type of ${label.toLowerCase()} ${index + 1}`}
            data={[...new Set([type, ...types].filter(Boolean))]}
            value={type}
            onChange={({ currentTarget }) => change(index, { type: currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t`Remove ${label.toLowerCase()} ${index + 1}`}
            onClick={() => setEntries(entries.filter((_, nth) => nth !== index))}
          >
            <IconX size={18} stroke={1.75} />
          </ActionIcon>
        </Group>
      ))}
      <div>
        <Button size="compact-sm" variant="subtle" onClick={() => setEntries([...entries, empty])}>
          {t`Add ${label.toLowerCase()}`}
        </Button>
      </div>
    </InlineForm>
  );
};

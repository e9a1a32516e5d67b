import { t } from '@lingui/core/macro';
import { ActionIcon, Group, Textarea, Text } from '@mantine/core';
import IconBold from '@tabler/icons-react/icons/IconBold';
import IconItalic from '@tabler/icons-react/icons/IconItalic';
import IconLink from '@tabler/icons-react/icons/IconLink';
import IconList from '@tabler/icons-react/icons/IconList';
import IconPilcrow from '@tabler/icons-react/icons/IconPilcrow';
import { useRef, type ComponentType, type ReactNode } from 'react';
import { MergeFieldMenu } from './merge-field-menu';
import { findUnknownFields } from './merge-fields';

interface Format {
  readonly label: string;
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;
  /** The HTML with the selected text in it. */
  readonly wrap: (selected: string) => string;
}

/** What the toolbar does with the selected text of an email. */
const FORMATS: readonly Format[] = [
  { label: t`Paragraph`, icon: IconPilcrow, wrap: (text) => `<p>${text}</p>` },
  { label: t`Bold`, icon: IconBold, wrap: (text) => `<strong>${text}</strong>` },
  { label: t`Italic`, icon: IconItalic, wrap: (text) => `<em>${text}</em>` },
  { label: t`Link`, icon: IconLink, wrap: (text) => `<a href="https://">${text || 'text'}</a>` },
  {
    label: t`List`,
    icon: IconList,
    wrap: (text) =>
      `<ul>${(text || 'item')
        .split('\n')
        .map((line) => `<li>${line}</li>`)
        .join('')}</ul>`,
  },
];

interface Props {
  readonly label: string;
  readonly isHtml: boolean;
  readonly value: string;
  onChange(value: string): void;
  readonly error?: ReactNode;
  readonly readOnly?: boolean;
}

/** A text with merge fields; an email is HTML, which buttons write. */
export const TextEditor = ({ label, isHtml, value, onChange, error, readOnly = false }: Props) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const replace = (build: (selected: string) => string): void => {
    const area = field.current;
    const [start, end] = area ? [area.selectionStart, area.selectionEnd] : [value.length, value.length];
    const inserted = build(value.slice(start, end));
    onChange(value.slice(0, start) + inserted + value.slice(end));
    // After the field has the new text.
    setTimeout(() => {
      area?.focus();
      area?.setSelectionRange(start + inserted.length, start + inserted.length);
    });
  };
  const unknown = findUnknownFields(value);
  const toolbar = (
    <Group gap={4} my={4} role="toolbar" aria-label={t`Format of ${label.toLowerCase()}`}>
      <MergeFieldMenu
        label={t`Insert merge field in ${label.toLowerCase()}`}
        withUnsubscribe={isHtml}
        insert={(text) => replace(() => text)}
      />
      {isHtml &&
        FORMATS.map(({ label: name, icon: Icon, wrap }) => (
          <ActionIcon key={name} variant="subtle" color="gray" aria-label={name} onClick={() => replace(wrap)}>
            <Icon size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        ))}
    </Group>
  );
  return (
    <div>
      <Textarea
        ref={field}
        label={label}
        description={isHtml ? t`HTML. Select text, then a button.` : undefined}
        inputContainer={(input) => (
          <>
            {!readOnly && toolbar}
            {input}
          </>
        )}
        rows={isHtml ? 14 : 5}
        value={value}
        readOnly={readOnly}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
      />
      {unknown.length > 0 && (
        <Text size="sm" c="var(--warning)" role="status">
          {t`No merge field: ${unknown.map((token) => `%${token}%`).join(', ')}. It is sent as it is.`}
        </Text>
      )}
    </div>
  );
};

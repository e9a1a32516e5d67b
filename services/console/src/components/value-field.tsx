import { t } from '@lingui/core/macro';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatDate } from './date-time';
import { EditableField } from './editable-field';
import { formatPrice } from './format-price';
import { InlineForm } from './inline-form';

type Choices = readonly { readonly value: string; readonly label: string }[];

/** How a value is entered; an `id` is a choice whose value is a number. */
export type ValueKind =
  | { readonly type: 'text' | 'long' | 'number' | 'date' }
  | { readonly type: 'choice' | 'id'; readonly choices: Choices };

/** How a record is changed in place. */
export interface Editing<R> {
  edit(change: Record<string, string | number | null>, base: R, onSuccess: () => void): void;
  readonly isPending: boolean;
  readonly error: unknown;
}

interface Props<R> {
  readonly record: R;
  readonly editing: Editing<R>;
  readonly label: string;
  /** The name of the field in the API. */
  readonly name: string;
  readonly kind: ValueKind;
  readonly readOnly?: boolean;
}

const KINDS: Readonly<Record<string, ValueKind>> = { number: { type: 'number' }, date: { type: 'date' } };

/** How the values of a custom field are entered. */
export const toValueKind = (field: { readonly type?: string | null; readonly choices?: string[] }): ValueKind =>
  field.type === 'dropdown' && field.choices
    ? { type: 'choice', choices: field.choices.map((choice) => ({ value: choice, label: choice })) }
    : (KINDS[field.type ?? ''] ?? { type: 'text' });

const choicesOf = (kind: ValueKind): Choices => ('choices' in kind ? kind.choices : []);

const format = (value: unknown, kind: ValueKind): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && kind.type === 'number') return formatPrice(value);
  const text = String(value as string | number | boolean);
  if (kind.type === 'date') return formatDate(text);
  return choicesOf(kind).find((choice) => choice.value === text)?.label ?? text;
};

/** The value that the API receives; a number that cannot be read is sent as it is, and the API says what is wrong. */
const parse = (text: string, { type }: ValueKind): string | number | null => {
  if (text.trim() === '') return null;
  const number = Number(text);
  return (type === 'number' || type === 'id') && !Number.isNaN(number) ? number : text;
};

/** A single value of a record, edited in its place. */
export const ValueField = <R extends object>({ record, editing, label, name, kind, readOnly }: Props<R>) => {
  const value = (record as Readonly<Record<string, unknown>>)[name];
  return (
    <EditableField
      label={label}
      value={format(value, kind)}
      readOnly={readOnly}
      editor={(close) => (
        <ValueForm record={record} editing={editing} label={label} name={name} kind={kind} close={close} />
      )}
    />
  );
};

const ValueForm = <R extends object>({ record, editing, label, name, kind, close }: Props<R> & { close(): void }) => {
  // The record as it was when the user began: a colleague's later change must not be overwritten.
  const [base] = useState(record);
  const stored = (base as Readonly<Record<string, unknown>>)[name];
  const [text, setText] = useState(stored === null || stored === undefined ? '' : String(stored as string | number));
  const { edit, isPending, error } = editing;
  const save = (): void => {
    const next = parse(text, kind);
    if (next === (stored ?? null)) close();
    else edit({ [name]: next }, base, close);
  };
  const field = {
    'aria-label': label,
    autoFocus: true,
    value: text,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setText(currentTarget.value),
  };
  return (
    <InlineForm label={label} busy={isPending} error={error} save={save} cancel={close}>
      {kind.type === 'long' ? (
        <Textarea rows={5} {...field} />
      ) : 'choices' in kind ? (
        <NativeSelect data={[{ value: '', label: t`None` }, ...kind.choices]} {...field} />
      ) : (
        <TextInput
          type={kind.type === 'date' ? 'date' : 'text'}
          inputMode={kind.type === 'number' ? 'decimal' : undefined}
          {...field}
        />
      )}
    </InlineForm>
  );
};

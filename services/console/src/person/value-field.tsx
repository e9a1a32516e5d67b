import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { EditableField } from '../components/editable-field';
import { formatPrice } from '../components/format-price';
import { InlineForm } from '../components/inline-form';
import { usePersonEdit } from './person-edit';

type Person = Schemas['Person'];
type Choices = readonly { readonly value: string; readonly label: string }[];

/** How a value is entered; an `id` is a choice whose value is a number. */
export type ValueKind =
  | { readonly type: 'text' | 'long' | 'number' | 'date' }
  | { readonly type: 'choice' | 'id'; readonly choices: Choices };

interface Props {
  readonly person: Person;
  readonly label: string;
  /** The name of the field in the API. */
  readonly name: string;
  readonly kind: ValueKind;
  readonly readOnly?: boolean;
}

const choicesOf = (kind: ValueKind): Choices => ('choices' in kind ? kind.choices : []);

const format = (value: unknown, kind: ValueKind): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && kind.type === 'number') return formatPrice(value);
  const text = String(value as string | number | boolean);
  return choicesOf(kind).find((choice) => choice.value === text)?.label ?? text;
};

/** The value that the API receives; a number that cannot be read is sent as it is, and the API says what is wrong. */
const parse = (text: string, { type }: ValueKind): string | number | null => {
  if (text.trim() === '') return null;
  const number = Number(text);
  return (type === 'number' || type === 'id') && !Number.isNaN(number) ? number : text;
};

/** A single value of a person, edited in its place. */
export const ValueField = ({ person, label, name, kind, readOnly }: Props) => {
  const value = (person as Readonly<Record<string, unknown>>)[name];
  return (
    <EditableField
      label={label}
      value={format(value, kind)}
      readOnly={readOnly}
      editor={(close) => <ValueForm person={person} label={label} name={name} kind={kind} close={close} />}
    />
  );
};

const ValueForm = ({ person, label, name, kind, close }: Props & { close(): void }) => {
  // The person as it was when the user began: a colleague's later change must not be overwritten.
  const [base] = useState(person);
  const stored = (base as Readonly<Record<string, unknown>>)[name];
  const [text, setText] = useState(stored === null || stored === undefined ? '' : String(stored as string | number));
  const { edit, isPending, error } = usePersonEdit();
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
        <NativeSelect data={[{ value: '', label: 'None' }, ...kind.choices]} {...field} />
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

import { t } from '@lingui/core/macro';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import type { RecordKind } from '../components/record-list';
import { required, splitLines } from '../components/validators';
import { IN_ORDER } from './list-queries';

type CustomField = Schemas['CustomField'];
type Type = 'text' | 'number' | 'date' | 'dropdown';
type Values = {
  label: string;
  type: Type;
  choices: string;
  isRecurring: boolean;
  hideIfEmpty: boolean;
  readOnly: boolean;
};
interface Body {
  readonly label: string;
  readonly type: Type;
  readonly choices: string[];
  readonly isRecurring: boolean;
  readonly hideIfEmpty: boolean;
  readonly readOnly: boolean;
}

const TYPES: readonly { readonly value: Type; readonly label: string }[] = [
  { value: 'text', label: t`Text` },
  { value: 'number', label: t`Number` },
  { value: 'date', label: t`Date` },
  { value: 'dropdown', label: t`One of several choices` },
];

const LABELS = {
  label: t`Label`,
  type: t`Type`,
  choices: t`Choices`,
  isRecurring: t`Recurs every year`,
  hideIfEmpty: t`Hide without a value`,
  readOnly: t`Only programs change it`,
};

const formatType = ({ type, choices, isRecurring }: CustomField): string => {
  if (type === 'dropdown') return choices?.join(', ') ?? '';
  const name = TYPES.find(({ value }) => value === type)?.label ?? type ?? '';
  return isRecurring ? t`${name}, every year` : name;
};

const toBody = ({ label, type, choices, isRecurring, ...flags }: Values): Body => ({
  label: label.trim(),
  type,
  choices: type === 'dropdown' ? splitLines(choices) : [],
  isRecurring: type === 'date' && isRecurring,
  ...flags,
});

const Fields = ({ form, isNew }: { readonly form: UseFormReturnType<Values>; readonly isNew: boolean }) => {
  const { type } = form.values;
  const box = (name: 'isRecurring' | 'hideIfEmpty' | 'readOnly', description?: string) => (
    <Checkbox label={LABELS[name]} description={description} {...form.getInputProps(name, { type: 'checkbox' })} />
  );
  return (
    <>
      <TextInput
        label={LABELS.label}
        description={isNew ? t`The name in the API follows from it and does not change later.` : undefined}
        required
        data-autofocus
        maxLength={255}
        {...form.getInputProps('label')}
      />
      <NativeSelect label={LABELS.type} data={[...TYPES]} {...form.getInputProps('type')} />
      {type === 'dropdown' && (
        <Textarea
          label={LABELS.choices}
          description={t`One per line, in the order of the list.`}
          rows={5}
          required
          {...form.getInputProps('choices')}
        />
      )}
      {type === 'date' && box('isRecurring', t`For example a birthday.`)}
      {box('hideIfEmpty')}
      {box('readOnly', t`Pages show the value but do not let users edit it.`)}
    </>
  );
};

/** The custom fields of people, or of deals. */
export const createFieldKind = (of: 'people' | 'deals'): RecordKind<CustomField, Values, Body> => ({
  createLabel: of === 'people' ? t`Create field` : t`Create deal field`,
  deleteLabel: of === 'people' ? t`Delete field` : t`Delete deal field`,
  caption: of === 'people' ? t`Fields of people` : t`Fields of deals`,
  api: of === 'people' ? porchlight.customFields : porchlight.dealCustomFields,
  subjects: of === 'people' ? ['customFields', 'people'] : ['dealCustomFields', 'deals'],
  query: IN_ORDER,
  empty:
    of === 'people'
      ? t`No fields yet. Create one for what people need besides the built-in fields.`
      : t`No fields yet. Create one for what deals need besides the built-in fields.`,
  emptyToRead: t`No fields yet.`,
  ordered: true,
  nameOf: ({ label }) => label ?? '',
  columns: [
    { title: t`Label`, show: ({ label }) => label },
    { title: t`Values`, show: formatType },
    { title: t`Name in the API`, show: ({ name }) => <code>{name}</code> },
  ],
  toValues: (field) => ({
    label: field?.label ?? '',
    type: (field?.type ?? 'text') as Type,
    choices: field?.choices?.join('\n') ?? '',
    isRecurring: field?.isRecurring ?? false,
    hideIfEmpty: field?.hideIfEmpty ?? false,
    readOnly: field?.readOnly ?? false,
  }),
  validate: {
    label: required(t`a label`),
    choices: (value, { type }) =>
      type === 'dropdown' && splitLines(value).length === 0 ? t`Enter at least one choice.` : undefined,
  },
  toBody,
  labels: LABELS,
  fields: (form, field) => <Fields form={form} isNew={field === undefined} />,
  removal: ({ id }) => ({
    description:
      of === 'people'
        ? t`The field and its values in all people are deleted. This cannot be undone.`
        : t`The field and its values in all deals are deleted. This cannot be undone.`,
    act: ({ force }) =>
      of === 'people'
        ? porchlight.customFields.delete(id, undefined, { force: force || undefined })
        : porchlight.dealCustomFields.delete(id),
  }),
});

import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Group, Paper, Switch, Text, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import { Form, SubmitSection } from '../components/form';
import { required } from '../components/validators';
import { useDraftForm } from '../session/use-draft-form';
import { MergeFieldMenu } from './merge-field-menu';
import type { AnyTemplate, TemplateKind, TemplateValues } from './template-kinds';
import { TextEditor } from './text-editor';

/** Characters of one text message in the usual alphabet. */
const SMS_CHARACTERS = 160;

interface Props {
  readonly kind: TemplateKind;
  /** Names the draft: an id, or `new`. */
  readonly draft: string;
  readonly initialValues: TemplateValues;
  readonly readOnly?: boolean;
  readonly verb: string;
  readonly change: UseMutationResult<AnyTemplate, unknown, TemplateValues>;
  onSaved?(template: AnyTemplate): void;
  onDirty?(isChanged: boolean): void;
}

/** The fields of a template. What is not saved stays as a draft of the tab. */
export const TemplateForm = (props: Props) => {
  const { kind, draft, initialValues, readOnly = false, verb, change, onSaved, onDirty } = props;
  const { form, clear } = useDraftForm(`${kind.subject}/${draft}`, initialValues, {
    name: required(t`a name`),
    text: required(kind.isEmail ? t`a body` : t`a message`),
    ...(kind.isEmail && { subject: required(t`a subject`) }),
  });
  const { values } = form;
  const isChanged = JSON.stringify(values) !== JSON.stringify(initialValues);
  useEffect(() => onDirty?.(isChanged), [isChanged, onDirty]);
  const save = form.onSubmit((next) =>
    change.mutate(next, {
      onSuccess: (saved) => {
        clear();
        form.setValues(kind.toValues(saved));
        onSaved?.(saved);
      },
    }),
  );
  return (
    <Paper withBorder p="md">
      <Form onSubmit={save}>
        <TextInput label={t`Name`} readOnly={readOnly} {...form.getInputProps('name')} />
        {kind.isEmail && (
          <Group align="flex-end" gap="xs">
            <TextInput label={t`Subject`} flex={1} miw="14rem" readOnly={readOnly} {...form.getInputProps('subject')} />
            {!readOnly && (
              <Box mb={5}>
                <MergeFieldMenu
                  label={t`Insert merge field in subject`}
                  insert={(text) => form.setFieldValue('subject', (subject) => subject + text)}
                />
              </Box>
            )}
          </Group>
        )}
        <TextEditor
          label={kind.isEmail ? t`Body` : t`Message`}
          isHtml={kind.isEmail}
          readOnly={readOnly}
          value={values.text}
          onChange={(text) => form.setFieldValue('text', text)}
          error={form.errors['text']}
        />
        {!kind.isEmail && (
          <Text size="sm" c="dimmed">
            {t`${plural(values.text.length, { one: '# character', other: '# characters' })}, about ${plural(Math.max(1, Math.ceil(values.text.length / SMS_CHARACTERS)), { one: '# text message', other: '# text messages' })}`}
          </Text>
        )}
        {readOnly ? (
          <Text c="dimmed">
            <Trans>Only its author and admins can change this template.</Trans>
          </Text>
        ) : (
          <>
            <Switch
              label={t`Shared with the team`}
              checked={values.isShared === 'true'}
              onChange={({ currentTarget }) => form.setFieldValue('isShared', String(currentTarget.checked))}
            />
            <SubmitSection label={verb} change={change} done={isChanged ? '' : t`Saved.`} />
          </>
        )}
      </Form>
    </Paper>
  );
};

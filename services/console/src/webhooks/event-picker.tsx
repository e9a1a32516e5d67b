import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useState } from 'react';
import styles from './event-picker.module.css';
import { WEBHOOK_EVENTS } from './webhook-events';

/** A choice of several events: in groups, found by a part of their name. */
export const EventPicker = ({ input }: { readonly input: GetInputPropsReturnType }) => {
  const [text, setText] = useState('');
  const words = text.trim().toLowerCase();
  const groups = WEBHOOK_EVENTS.map(({ group, items }) => ({
    group,
    items: items.filter((event) => `${group} ${event}`.toLowerCase().includes(words)),
  })).filter(({ items }) => items.length > 0);
  return (
    <>
      <TextInput
        label={t`Find event`}
        type="search"
        placeholder={t`people, deleted, opened`}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Checkbox.Group label={t`Events`} description={t`One webhook is created for each event.`} required {...input}>
        <div className={styles.list}>
          {groups.map(({ group, items }) => (
            <Stack key={group} gap={6} role="group" aria-label={group}>
              <Text size="sm" fw={600} aria-hidden="true">
                {group}
              </Text>
              {items.map((event) => (
                <Checkbox key={event} value={event} label={event} />
              ))}
            </Stack>
          ))}
          {groups.length === 0 && (
            <Text c="dimmed">
              <Trans>No event has this in its name.</Trans>
            </Text>
          )}
        </div>
      </Checkbox.Group>
    </>
  );
};

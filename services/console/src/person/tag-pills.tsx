import { t } from '@lingui/core/macro';
import { ActionIcon, Pill, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useState } from 'react';
import { InlineForm } from '../components/inline-form';
import { usePersonEdit } from './person-edit';

/** The tags of a person: add with a button, remove with the cross of each. */
export const TagPills = ({ person }: { readonly person: Schemas['Person'] }) => {
  const { edit, isPending, error } = usePersonEdit();
  const [adding, setAdding] = useState(false);
  const [text, setText] = useState('');
  const tags = person.tags ?? [];
  const close = (): void => {
    setAdding(false);
    setText('');
  };
  const add = (): void => {
    const tag = text.trim();
    if (tag !== '') edit({ tags: [...tags, tag] }, person, close);
  };
  return (
    <>
      {tags.map((tag) => (
        <Pill
          key={tag}
          withRemoveButton
          removeButtonProps={{ 'aria-label': t`Remove tag ${tag}`, 'aria-hidden': false, tabIndex: 0 }}
          onRemove={() => edit({ tags: tags.filter((one) => one !== tag) }, person)}
        >
          {tag}
        </Pill>
      ))}
      {adding ? (
        <InlineForm label={t`Add tag`} busy={isPending} error={error} save={add} cancel={close}>
          <TextInput
            size="xs"
            aria-label={t`Tag`}
            autoFocus
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </InlineForm>
      ) : (
        <ActionIcon variant="default" radius="xl" aria-label={t`Add tag`} onClick={() => setAdding(true)}>
          <IconPlus size={14} stroke={1.75} />
        </ActionIcon>
      )}
    </>
  );
};

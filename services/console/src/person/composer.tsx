import { t } from '@lingui/core/macro';
import { Paper, Tabs } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useEffect, useRef, useState } from 'react';
import { porchlight } from '../api/porchlight';
import { TextForm } from '../components/text-form';
import { takesText } from '../palette/console-shortcuts';
import { CallForm } from './call-form';
import { EmailForm } from './email-form';
import { PersonTaskForm } from './person-task-form';
import { TextMessageForm } from './text-message-form';

/** The forms, each with the key that opens it. */
const FORMS = [
  { value: 'note', label: t`Note`, key: 'n' },
  { value: 'call', label: t`Call`, key: 'c' },
  { value: 'text', label: t`Text`, key: 't' },
  { value: 'task', label: t`Task`, key: 'k' },
  { value: 'email', label: t`Email`, key: 'e' },
] as const;

/** Records a note, a call, a text, a task or an email of a person. Text that is not sent stays as a draft. */
export const Composer = ({ person }: { readonly person: Schemas['Person'] }) => {
  const [form, setForm] = useState<string | null>(FORMS[0].value);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const open = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): void => {
      const chosen = FORMS.find((one) => one.key === key);
      if (!chosen || ctrlKey || metaKey || altKey || takesText(target) || document.querySelector('[role=dialog]'))
        return;
      setForm(chosen.value);
      setTimeout(() => panel.current?.querySelector<HTMLElement>('textarea, input')?.focus());
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  return (
    <Paper withBorder p="md" ref={panel}>
      <Tabs value={form} onChange={setForm} keepMounted={false}>
        <Tabs.List mb="sm">
          {FORMS.map(({ value, label, key }) => (
            <Tabs.Tab key={value} value={value} title={t`Key: ${key}`}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="note">
          <TextForm
            label={t`Add a note`}
            verb={t`Add note`}
            what={t`a note`}
            draft={`note/${person.id}`}
            send={(body) => porchlight.notes.create({ personId: person.id, body })}
            subjects={['notes', 'people']}
            done={t`Note added.`}
          />
        </Tabs.Panel>
        <Tabs.Panel value="call">
          <CallForm person={person} />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <TextMessageForm person={person} />
        </Tabs.Panel>
        <Tabs.Panel value="email">
          <EmailForm person={person} />
        </Tabs.Panel>
        <Tabs.Panel value="task">
          <PersonTaskForm personId={person.id} />
        </Tabs.Panel>
      </Tabs>
    </Paper>
  );
};

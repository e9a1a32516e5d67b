import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Menu, Text, VisuallyHidden } from '@mantine/core';
import IconBolt from '@tabler/icons-react/icons/IconBolt';
import IconChecklist from '@tabler/icons-react/icons/IconChecklist';
import IconDots from '@tabler/icons-react/icons/IconDots';
import IconMail from '@tabler/icons-react/icons/IconMail';
import IconMessage from '@tabler/icons-react/icons/IconMessage';
import IconNote from '@tabler/icons-react/icons/IconNote';
import IconPhone from '@tabler/icons-react/icons/IconPhone';
import { useState } from 'react';
import { Link } from 'react-router';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ErrorText } from '../components/error-alert';
import { RelativeTime } from '../components/relative-time';
import timelineStyles from '../components/timeline.module.css';
import { EditCall, EditEmail, EditNote, EditTextMessage } from './edit-entry';
import { EntryThread } from './entry-thread';
import { PropertyCard } from './property-card';
import type { Threads } from './use-threads';
import type { TimelineEntry } from './use-timeline';

const NAMES: Readonly<Record<TimelineEntry['kind'], string>> = {
  Event: t`Event`,
  Note: t`Note`,
  Call: t`Call`,
  'Text message': t`Text message`,
  Email: t`Email`,
  Task: t`Task`,
};

/** Labels of the menu of an entry. */
const EDIT: Readonly<Partial<Record<TimelineEntry['kind'], string>>> = {
  Note: t`Edit note`,
  Call: t`Edit call`,
  'Text message': t`Edit text message`,
  Email: t`Edit email`,
};
const DELETE: Readonly<Partial<Record<TimelineEntry['kind'], string>>> = {
  Note: t`Delete note`,
  Call: t`Delete call`,
  'Text message': t`Delete text message`,
  Email: t`Delete email`,
};

const ICONS = {
  Event: IconBolt,
  Note: IconNote,
  Call: IconPhone,
  'Text message': IconMessage,
  Email: IconMail,
  Task: IconChecklist,
} as const;

interface EntryActions {
  readonly subject: string;
  remove(id: number): PromiseLike<unknown>;
  readonly Edit: typeof EditNote;
}

/** How an entry is changed and deleted, and what is read again. Events stay; tasks have a page of their own. */
const ACTIONS: Readonly<Partial<Record<TimelineEntry['kind'], EntryActions>>> = {
  Note: { subject: 'notes', remove: (id) => porchlight.notes.delete(id), Edit: EditNote },
  Call: { subject: 'calls', remove: (id) => porchlight.calls.delete(id), Edit: EditCall },
  Email: { subject: 'emails', remove: (id) => porchlight.emails.delete(id), Edit: EditEmail },
  'Text message': {
    subject: 'textMessages',
    remove: (id) => porchlight.textMessages.delete(id),
    Edit: EditTextMessage,
  },
};

/** One entry of the timeline: what, how long ago, by whom, with its property. */
export const TimelineItem = ({ entry, threads }: { readonly entry: TimelineEntry; readonly threads: Threads }) => {
  const { id, kind, title, text, by, at, property } = entry;
  const Icon = ICONS[kind];
  const actions = ACTIONS[kind];
  return (
    <li className={timelineStyles.entry}>
      <span className={timelineStyles.icon}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </span>
      <div className={timelineStyles.body}>
        <div className={timelineStyles.head}>
          <span>
            {title !== '' && title !== NAMES[kind] ? <VisuallyHidden>{`${NAMES[kind]}: `}</VisuallyHidden> : null}
            <strong>{title || NAMES[kind]}</strong>
          </span>
          <Text component="span" size="xs" c="dimmed">
            <RelativeTime at={at} />
            {by !== '' && ` · ${by}`}
          </Text>
        </div>
        {text !== '' && <Text className={timelineStyles.text}>{text}</Text>}
        {property && <PropertyCard property={property} />}
        {(kind === 'Note' || kind === 'Call') && (
          <EntryThread refType={kind} id={id} author={by || t`a colleague`} threads={threads} />
        )}
        {kind === 'Event' && (
          <Link to={`/events/${id}/journey`} aria-label={t`Journey of ${title || NAMES[kind]}`}>
            <Trans>Journey</Trans>
          </Link>
        )}
      </div>
      {actions && <EntryMenu entry={entry} actions={actions} />}
    </li>
  );
};

interface MenuProps {
  readonly entry: TimelineEntry;
  readonly actions: EntryActions;
}

const EntryMenu = ({ entry: { id, kind, title }, actions: { subject, remove: act, Edit } }: MenuProps) => {
  const [editing, setEditing] = useState(false);
  const remove = useChange(() => act(id), subject, 'people');
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t`More for ${title || NAMES[kind]}`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item aria-haspopup="dialog" onClick={() => setEditing(true)}>
            {EDIT[kind]}
          </Menu.Item>
          <Menu.Item onClick={() => remove.mutate()}>{DELETE[kind]}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ErrorText error={remove.error} />
      {editing && <Edit id={id} onClose={() => setEditing(false)} />}
    </>
  );
};

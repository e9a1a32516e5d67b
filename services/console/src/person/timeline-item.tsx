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
import { EditNote } from './edit-note';
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

const ICONS = {
  Event: IconBolt,
  Note: IconNote,
  Call: IconPhone,
  'Text message': IconMessage,
  Email: IconMail,
  Task: IconChecklist,
} as const;

/** How an entry is deleted, and what is read again; events stay. */
const DELETE: Readonly<
  Partial<Record<TimelineEntry['kind'], { subject: string; act: (id: number) => PromiseLike<unknown> }>>
> = {
  Note: { subject: 'notes', act: (id) => porchlight.notes.delete(id) },
  Call: { subject: 'calls', act: (id) => porchlight.calls.delete(id) },
  Email: { subject: 'emails', act: (id) => porchlight.emails.delete(id) },
  'Text message': { subject: 'textMessages', act: (id) => porchlight.textMessages.delete(id) },
};

/** One entry of the timeline: what, how long ago, by whom, with its property. */
export const TimelineItem = ({ entry, threads }: { readonly entry: TimelineEntry; readonly threads: Threads }) => {
  const { id, kind, title, text, by, at, property } = entry;
  const Icon = ICONS[kind];
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
          <EntryThread
            refType={kind}
            id={id}
            of={t`${NAMES[kind].toLowerCase()} of ${by || t`a colleague`}`}
            threads={threads}
          />
        )}
        {kind === 'Event' && (
          <Link to={`/events/${id}/journey`} aria-label={t`Journey of ${title || NAMES[kind]}`}>
            <Trans>Journey</Trans>
          </Link>
        )}
      </div>
      {kind in DELETE && <EntryMenu entry={entry} />}
    </li>
  );
};

const EntryMenu = ({ entry: { id, kind, title } }: { readonly entry: TimelineEntry }) => {
  const [editing, setEditing] = useState(false);
  const remove = useChange(() => DELETE[kind]!.act(id), DELETE[kind]!.subject, 'people');
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t`More for ${title || NAMES[kind]}`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {kind === 'Note' && (
            <Menu.Item onClick={() => setEditing(true)}>
              <Trans>Edit note</Trans>
            </Menu.Item>
          )}
          <Menu.Item onClick={() => remove.mutate()}>{t`Delete ${NAMES[kind].toLowerCase()}`}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ErrorText error={remove.error} />
      {editing && <EditNote id={id} onClose={() => setEditing(false)} />}
    </>
  );
};

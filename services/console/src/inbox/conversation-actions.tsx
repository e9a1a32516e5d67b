import { t } from '@lingui/core/macro';
import { Group } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { porchlight } from '../api/porchlight';
import { useEdit, type EditApi } from '../api/use-edit';
import { useAnnounce } from '../components/announcements';
import { BusyButton } from '../components/busy-button';
import { ConflictDialog } from '../components/conflict-dialog';
import { ErrorText } from '../components/error-alert';
import { PillMenu } from '../components/pill-menu';
import { takesText } from '../palette/console-shortcuts';
import { useSession } from '../session/session';
import { useUsers } from '../users/use-users';

type Conversation = Schemas['Conversation'];
type Change = Schemas['ConversationChange'];

const LABELS: Readonly<Record<string, string>> = {
  assignedUserId: t`Assigned to`,
  archived: t`Archived`,
  unread: t`Unread`,
};

const API: EditApi<Conversation, Change> = {
  subject: 'conversations',
  get: (id) => porchlight.conversations.get(id),
  update: (id, change, options) => porchlight.conversations.update(id, change, undefined, options),
  label: (field) => LABELS[field] ?? field,
};

const UNASSIGNED = '';

/** Runs an action when its key is pressed outside of a field and a dialog. */
const useKeys = (actions: Readonly<Record<string, () => void>>): void => {
  useEffect(() => {
    const react = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): void => {
      const act = actions[key];
      if (!act || ctrlKey || metaKey || altKey || takesText(target) || document.querySelector('[role=dialog]')) return;
      act();
    };
    document.addEventListener('keydown', react);
    return () => document.removeEventListener('keydown', react);
  });
};

/** Assigns, archives, reopens and marks a conversation as unread, also by keys. */
export const ConversationActions = ({ conversation }: { readonly conversation: Conversation }) => {
  const { id, assignedUserId, archived, userId: inboxOf } = conversation;
  const { user } = useSession();
  const { users } = useUsers();
  const { search } = useLocation();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const { edit, isPending, error, conflict, endConflict } = useEdit(API);
  const nameOf = (userId: number): string => users.find((one) => one.id === userId)?.name ?? t`User ${userId}`;
  const change = (next: Change, done: () => void): void =>
    edit({ change: next, base: conversation }, { onSuccess: done });
  const toList = (): void => void navigate({ pathname: '/inbox', search });

  const assign = (userId: number | null): void =>
    change({ assignedUserId: userId }, () => {
      announce({ text: userId === null ? t`Assigned to no user.` : t`Assigned to ${nameOf(userId)}.` });
      // A conversation of a user's inbox moves to the inbox of the assigned user.
      if (inboxOf !== null && userId !== null && userId !== inboxOf) toList();
    });
  const archive = (): void =>
    change({ archived: !archived }, () =>
      announce({
        text: archived ? t`Conversation reopened.` : t`Conversation archived.`,
        undo: () => porchlight.conversations.update(id, { archived }),
        subjects: ['conversations'],
      }),
    );
  const markUnread = (): void => change({ unread: true }, toList);
  useKeys({
    a: () => assignedUserId !== user.id && assign(user.id),
    e: archive,
    u: markUnread,
  });
  return (
    <>
      <Group gap="xs">
        <PillMenu
          label={t`Assigned to`}
          text={assignedUserId ? nameOf(assignedUserId) : t`Not assigned`}
          value={assignedUserId ? String(assignedUserId) : UNASSIGNED}
          choices={[
            { value: UNASSIGNED, label: t`Not assigned` },
            ...users.map((one) => ({ value: String(one.id), label: one.name })),
          ]}
          choose={(value) => assign(value === UNASSIGNED ? null : Number(value))}
        />
        <BusyButton size="compact-sm" variant="default" title={t`Key: u`} busy={isPending} onClick={markUnread}>
          {t`Mark as unread`}
        </BusyButton>
        <BusyButton size="compact-sm" variant="default" title={t`Key: e`} busy={isPending} onClick={archive}>
          {archived ? t`Reopen conversation` : t`Archive conversation`}
        </BusyButton>
      </Group>
      <ErrorText error={error} />
      {conflict && (
        <ConflictDialog
          error={conflict.error}
          onClose={endConflict}
          replace={() => {
            endConflict();
            conflict.replace();
          }}
        />
      )}
    </>
  );
};

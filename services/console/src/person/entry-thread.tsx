import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { porchlight } from '../api/porchlight';
import { ConfirmDialog } from '../components/confirm-button';
import { RelativeTime } from '../components/relative-time';
import { TextForm } from '../components/text-form';
import { useSession } from '../session/session';
import { useUsers } from '../users/use-users';
import { EditReply } from './edit-entry';
import { Reactions } from './reactions';
import styles from './thread.module.css';
import type { Reply, Threads } from './use-threads';

interface Props {
  readonly refType: 'Note' | 'Call';
  readonly id: number;
  /** The record for screen readers: `note of Ana`. */
  readonly of: string;
  readonly threads: Threads;
}

/** Reactions and replies of a note or call, and a field for a reply. */
export const EntryThread = ({ refType, id, of, threads }: Props) => {
  const [replying, setReplying] = useState(false);
  const replies = threads.repliesTo(refType, id);
  return (
    <>
      <div className={styles.bar}>
        <Reactions refType={refType} id={id} of={of} reactions={threads.reactionsTo(refType, id)} />
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-expanded={replying}
          aria-label={t`Reply to ${of}`}
          onClick={() => setReplying(!replying)}
        >
          <Trans>Reply</Trans>
        </Button>
      </div>
      {replies.length > 0 && (
        <ol className={styles.replies} aria-label={t`Replies to ${of}`}>
          {replies.map((reply) => (
            <ReplyItem key={reply.id} reply={reply} threads={threads} />
          ))}
        </ol>
      )}
      {replying && (
        <TextForm
          label={t`Reply to ${of}`}
          verb={t`Reply`}
          what={t`a reply`}
          draft={`threadedReply/${refType}${id}`}
          send={async (body) => {
            await porchlight.threadedReplies.create({ refType, refId: id, body });
            setReplying(false);
          }}
          subjects={['threadedReplies']}
          done={t`Reply added.`}
          autoFocus
        />
      )}
    </>
  );
};

const ReplyItem = ({ reply, threads }: { readonly reply: Reply; readonly threads: Threads }) => {
  const { user } = useSession();
  const { users } = useUsers();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = (): void => setDialog(undefined);
  const author = users.find(({ id }) => id === reply.createdById)?.name ?? t`A colleague`;
  const of = t`reply of ${author}`;
  return (
    <li>
      <Text size="xs" c="dimmed">
        {author} · <RelativeTime at={reply.created} />
      </Text>
      <Text className={styles.text}>{reply.body}</Text>
      <div className={styles.bar}>
        <Reactions
          refType="ThreadedReply"
          id={reply.id}
          of={of}
          reactions={threads.reactionsTo('ThreadedReply', reply.id)}
        />
        {reply.createdById === user.id && (
          <>
            <ReplyButton label={t`Edit`} name={t`Edit ${of}`} onClick={() => setDialog('edit')} />
            <ReplyButton label={t`Delete`} name={t`Delete ${of}`} onClick={() => setDialog('delete')} />
          </>
        )}
      </div>
      {dialog === 'edit' && <EditReply id={reply.id} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          verb={t`Delete`}
          what={t`this reply`}
          description={t`The reply and its reactions are removed.`}
          act={() => porchlight.threadedReplies.delete(reply.id)}
          subjects={['threadedReplies']}
          close={close}
        />
      )}
    </li>
  );
};

interface ButtonProps {
  readonly label: string;
  /** For screen readers. */
  readonly name: string;
  onClick(): void;
}

const ReplyButton = ({ label, name, onClick }: ButtonProps) => (
  <Button size="compact-sm" variant="subtle" color="gray" aria-label={name} onClick={onClick}>
    {label}
  </Button>
);
